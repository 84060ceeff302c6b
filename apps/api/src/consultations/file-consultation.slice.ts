import { Controller, Module } from '@nestjs/common';
import {
  fileConsultationRequest,
  filedConsultation as filedAnswer,
  type FiledConsultation,
} from '@superscope/contracts/consultation';
import { fileConsultation, memberStream } from '@superscope/domain/member/member';
import {
  consultationParts,
  type ConsultationFiledData,
  type ConsultationPart,
} from '@superscope/domain/member/member.events';
import { RuleViolation } from '@superscope/domain/rule-violation';
import { EventStore } from '@superscope/event-store/event-store';
import { requireMembership } from '../members/membership.js';
import { requireMemberOf, standingMember } from '../members/reached-member.js';
import { AccessLog } from '../platform/access/access-log.js';
import type { Principal } from '../platform/access/principal.js';
import { Commands, writeAnswerOf } from '../platform/commands/commands.js';
import { decides } from '../platform/commands/decides.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Views } from '../platform/engines.module.js';
import { Consultations, DraftConsultationSlice, type DraftedConsultation } from './draft-consultation.slice.js';
import { filedConsultation } from './filed-consultation.js';

const fileConsultationEndpoint = endpoint('POST /api/consultations', {
  summary:
    'Files a consultation of a member in reach as one event of theirs, from which its PDF is made. The same content is filed once. It is refused where it would no longer hold what its reader saw, and for a member who has left',
  right: 'consultations.file',
  body: fileConsultationRequest,
  answers: { 200: filedAnswer },
  problems: { 404: null },
});

const changed = () =>
  new RuleViolation(
    'conflict',
    'What this consultation stands on has changed since you read it. Read it again before you file it.',
  );

/** Files a consultation among the events of a member. */
const FileConsultation = decides(
  'FileConsultation',
  memberStream,
  (filed: ConsultationFiledData, caller: Principal) => (member) => {
    requireMemberOf(caller, member.details?.planId);
    // They may have left, or moved, since their document was read.
    requireMembership({ exitDate: member.details?.exitDate ?? null }, 'Consultations are');
    if (member.details?.planId !== filed.planId) throw changed();
    return fileConsultation(filed)(member);
  },
);

const partsOf = ({ content }: DraftedConsultation): ConsultationPart[] =>
  consultationParts.filter((part) => content[part] !== null);

@Controller()
class FileConsultationController {
  constructor(
    private readonly consultations: Consultations,
    private readonly commands: Commands,
    private readonly store: EventStore,
    private readonly views: Views,
    private readonly access: AccessLog,
  ) {}

  @Endpoint(fileConsultationEndpoint)
  async file({ body, caller, request }: RequestOf<typeof fileConsultationEndpoint>): Promise<FiledConsultation> {
    const { consultationId, contentSha256, ...asked } = body;
    const { memberId } = asked;
    await standingMember(this.views, caller, memberId);
    const filedWithIt = () =>
      filedConsultation(this.store, memberId, ({ personal }) => personal.contentSha256 === contentSha256);
    // A request whose answer was lost is sent again, and by then the figures may be others.
    const before = await filedWithIt();
    if (before !== null) return { ...writeAnswerOf(before), consultationId: before.data.consultationId };
    const draft = await this.consultations.draft(asked, caller);
    if (draft.contentSha256 !== contentSha256) throw changed();
    const { planId, content } = draft;
    const filed: ConsultationFiledData = {
      memberId,
      consultationId,
      planId,
      on: content.on,
      filedBy: caller.userId,
      parts: partsOf(draft),
      personal: { content: JSON.stringify(content), contentSha256 },
    };
    const written = await this.commands.write(request, FileConsultation.of(memberId, filed, caller));
    this.access.note(request, {
      userId: caller.userId,
      role: caller.role,
      action: 'filed consultation',
      object: 'consultation',
      planId,
      members: [memberId],
      rows: 1,
      outcome: 'ok',
    });
    // Somebody else may have filed the same meanwhile.
    const now = await filedWithIt();
    return { ...written, consultationId: now?.data.consultationId ?? consultationId };
  }
}

@Module({
  imports: [DraftConsultationSlice],
  controllers: [FileConsultationController],
  providers: [FileConsultation.handler],
})
export class FileConsultationSlice {}
