import { Module } from '@nestjs/common';
import { ConsultantsController } from './consultants/consultants.controller.js';
import { ConsultantsHandler } from './consultants/consultants.query.js';
import { EraseMemberHandler } from './erase-member/erase-member.command.js';
import { EraseMemberController } from './erase-member/erase-member.controller.js';
import { FinishErasures } from './erase-member/finish-erasures.js';
import { ExportMemberEventsController } from './export-events/export-events.controller.js';
import { ExportMemberEventsHandler } from './export-events/export-events.query.js';
import { FindMembersController } from './find-members/find-members.controller.js';
import { FindMembersHandler, MemberOptionHandler } from './find-members/find-members.query.js';
import { MemberEventsController } from './member-events/member-events.controller.js';
import { MemberEventsHandler } from './member-events/member-events.query.js';
import { MoveMemberHandler } from './move-member/move-member.command.js';
import { MoveMemberController } from './move-member/move-member.controller.js';
import { OneMemberController } from './one-member/one-member.controller.js';
import { OneMemberHandler } from './one-member/one-member.query.js';
import { ProcessMemberEventsHandler } from './process-events/process-events.command.js';
import { RecordMemberEventsHandler } from './record-events/record-events.command.js';
import { WithdrawMemberEventHandler } from './withdraw-event/withdraw-event.command.js';

@Module({
  controllers: [
    ConsultantsController,
    EraseMemberController,
    // Listed first, so that its path is matched before paths with a member's id.
    ExportMemberEventsController,
    FindMembersController,
    MemberEventsController,
    MoveMemberController,
    OneMemberController,
  ],
  providers: [
    ConsultantsHandler,
    EraseMemberHandler,
    FinishErasures,
    ExportMemberEventsHandler,
    FindMembersHandler,
    MemberEventsHandler,
    MemberOptionHandler,
    MoveMemberHandler,
    OneMemberHandler,
    ProcessMemberEventsHandler,
    RecordMemberEventsHandler,
    WithdrawMemberEventHandler,
  ],
})
export class MembersModule {}
