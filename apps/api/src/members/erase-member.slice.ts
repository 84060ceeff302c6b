import { Controller, Injectable, Module } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { eraseMemberRequest } from '@superscope/contracts/corrections';
import { writeAnswer, type WriteAnswer } from '@superscope/contracts/csv-import';
import { eraseMember, memberStream } from '@superscope/domain/member/member';
import { EventStore, type Written } from '@superscope/event-store/event-store';
import type { CommandContext } from '@superscope/event-store/events/recorded-event';
import { KeyVault } from '@superscope/event-store/keys/key-vault';
import { z } from 'zod';
import { AccessLog } from '../platform/access/access-log.js';
import { Commands } from '../platform/commands/commands.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { FinishErasures } from './finish-erasures.js';
import { memberChange } from './member-change.js';

const eraseMemberEndpoint = endpoint('POST /api/members/:memberId/erase', {
  summary: 'Erases a member’s identity permanently; their contribution to figures stays',
  right: 'corrections.write',
  params: { memberId: z.string().max(40) },
  body: eraseMemberRequest,
  answers: { 200: writeAnswer },
  problems: { 404: null },
});

/** Erases a member's identity. The member's contribution to figures stays. */
class EraseMember extends Command<Written> {
  constructor(
    readonly memberId: string,
    readonly reason: string,
    readonly by: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(EraseMember)
@Injectable()
class EraseMemberHandler implements ICommandHandler<EraseMember> {
  constructor(
    private readonly store: EventStore,
    private readonly vault: KeyVault,
  ) {}

  async execute({ memberId, reason, by }: EraseMember): Promise<Written> {
    // An unreadable event does not prevent an erasure.
    const written = await this.store.transact(memberStream, memberId, eraseMember(reason), by, {
      skipUnreadable: true,
    });
    // Recorded first: if the process ends in between, `FinishErasures` destroys the key.
    await this.vault.destroy(memberId);
    return written;
  }
}

@Controller()
class EraseMemberController {
  constructor(
    private readonly commands: Commands,
    private readonly access: AccessLog,
  ) {}

  @Endpoint(eraseMemberEndpoint)
  async erase(asked: RequestOf<typeof eraseMemberEndpoint>): Promise<WriteAnswer> {
    const { params, body, caller, request } = asked;
    const { memberId } = params;
    const written = await this.commands.write(request, (by) => new EraseMember(memberId, body.reason, by));
    this.access.note(request, { ...memberChange(caller, memberId), action: 'erased member' });
    return written;
  }
}

@Module({ controllers: [EraseMemberController], providers: [EraseMemberHandler, FinishErasures] })
export class EraseMemberSlice {}
