import { Injectable } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { revokeToken } from '@superscope/domain/user/application-token';
import { userStream } from '@superscope/domain/user/user';
import { EventStore, type Written } from '@superscope/event-store/event-store';
import type { CommandContext } from '@superscope/event-store/events/recorded-event';

/** Revokes a bearer token. Every api refuses it once its cache of callers expires, within seconds. */
export class RevokeToken extends Command<Written> {
  constructor(
    readonly userId: string,
    readonly tokenId: string,
    readonly by: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(RevokeToken)
@Injectable()
export class RevokeTokenHandler implements ICommandHandler<RevokeToken> {
  constructor(private readonly store: EventStore) {}

  execute({ userId, tokenId, by }: RevokeToken): Promise<Written> {
    return this.store.transact(userStream, userId, revokeToken(tokenId, by.at), by);
  }
}
