import { Controller, Injectable, Module } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { writeAnswer, type WriteAnswer } from '@superscope/contracts/csv-import';
import { userIdField } from '@superscope/contracts/fields';
import { revokeToken } from '@superscope/domain/user/application-token';
import { userStream } from '@superscope/domain/user/user';
import { EventStore, type Written } from '@superscope/event-store/event-store';
import type { CommandContext } from '@superscope/event-store/events/recorded-event';
import { z } from 'zod';
import { Commands } from '../platform/commands/commands.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { UserChanges } from './user-changes.js';
import { UsersModule } from './users.module.js';

const revokeTokenEndpoint = endpoint('DELETE /api/applications/:userId/tokens/:tokenId', {
  summary: 'Revokes a token',
  right: 'users.manage',
  params: { userId: userIdField, tokenId: z.uuid('This is not an id.') },
  answers: { 200: writeAnswer },
  problems: { 404: null },
});

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

@Controller()
class RevokeTokenController {
  constructor(
    private readonly commands: Commands,
    private readonly changes: UserChanges,
  ) {}

  @Endpoint(revokeTokenEndpoint)
  async revoke({ params, request }: RequestOf<typeof revokeTokenEndpoint>): Promise<WriteAnswer> {
    const { userId, tokenId } = params;
    const written = await this.commands.write(request, (by) => new RevokeToken(userId, tokenId, by));
    this.changes.note(request, 'revoked token', userId, { tokenId });
    return written;
  }
}

@Module({ imports: [UsersModule], controllers: [RevokeTokenController], providers: [RevokeTokenHandler] })
export class RevokeTokenSlice {}
