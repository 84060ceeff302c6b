import { Injectable } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { eraseMember, memberStream } from '@superscope/domain/member/member';
import { EventStore, type Written } from '@superscope/event-store/event-store';
import type { CommandContext } from '@superscope/event-store/events/recorded-event';
import { KeyVault } from '@superscope/event-store/keys/key-vault';

/** Erases a member's identity. The member's contribution to figures stays. */
export class EraseMember extends Command<Written> {
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
export class EraseMemberHandler implements ICommandHandler<EraseMember> {
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
