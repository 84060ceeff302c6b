import { Controller, Module } from '@nestjs/common';
import { writeAnswer, type WriteAnswer } from '@superscope/contracts/csv-import';
import { userIdField } from '@superscope/contracts/fields';
import { revokeToken } from '@superscope/domain/user/application-token';
import { userStream } from '@superscope/domain/user/user';
import { z } from 'zod';
import { Commands } from '../platform/commands/commands.js';
import { decides } from '../platform/commands/decides.js';
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
export const RevokeToken = decides(
  'RevokeToken',
  userStream,
  (tokenId: string) => (user, by) => revokeToken(tokenId, by.at)(user),
);

@Controller()
class RevokeTokenController {
  constructor(
    private readonly commands: Commands,
    private readonly changes: UserChanges,
  ) {}

  @Endpoint(revokeTokenEndpoint)
  async revoke({ params, request }: RequestOf<typeof revokeTokenEndpoint>): Promise<WriteAnswer> {
    const { userId, tokenId } = params;
    const written = await this.commands.write(request, RevokeToken.of(userId, tokenId));
    this.changes.note(request, 'revoked token', userId, { tokenId });
    return written;
  }
}

@Module({ imports: [UsersModule], controllers: [RevokeTokenController], providers: [RevokeToken.handler] })
export class RevokeTokenSlice {}
