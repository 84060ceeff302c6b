import { Controller } from '@nestjs/common';
import { writeAnswer, type WriteAnswer } from '@superscope/contracts/csv-import';
import { userIdField } from '@superscope/contracts/fields';
import { z } from 'zod';
import { Commands } from '../../platform/commands/commands.js';
import { Endpoint, endpoint, type RequestOf } from '../../platform/endpoint/endpoint.js';
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
  constructor(private readonly commands: Commands) {}

  @Endpoint(revokeTokenEndpoint)
  revoke({ params, request }: RequestOf<typeof revokeTokenEndpoint>): Promise<WriteAnswer> {
    return this.commands.write(request, (by) => new RevokeToken(params.userId, params.tokenId, by));
  }
}
