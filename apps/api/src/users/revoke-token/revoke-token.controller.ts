import { Controller } from '@nestjs/common';
import { writeAnswer, type WriteAnswer } from '@superscope/contracts/csv-import';
import { userIdField } from '@superscope/contracts/fields';
import { z } from 'zod';
import { Commands } from '../../platform/commands/commands.js';
import { Endpoint, endpoint, type RequestOf } from '../../platform/endpoint/endpoint.js';
import { UserChanges } from '../user-changes.js';
import { RevokeToken } from './revoke-token.command.js';

export const revokeTokenEndpoint = endpoint('DELETE /api/applications/:userId/tokens/:tokenId', {
  summary: 'Revokes a token',
  right: 'users.manage',
  params: { userId: userIdField, tokenId: z.uuid('This is not an id.') },
  answers: { 200: writeAnswer },
  problems: { 404: null },
});

@Controller()
export class RevokeTokenController {
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
