import { Controller } from '@nestjs/common';
import { issuedTokenAnswer, issueTokenRequest, type IssuedTokenAnswer } from '@superscope/contracts/applications';
import { userIdField } from '@superscope/contracts/fields';
import { Commands, writeAnswerOf } from '../../platform/commands/commands.js';
import { Endpoint, endpoint, type RequestOf } from '../../platform/endpoint/endpoint.js';
import { UserChanges } from '../user-changes.js';
import { IssueToken } from './issue-token.command.js';

export const issueTokenEndpoint = endpoint('POST /api/applications/:userId/tokens', {
  summary: 'Issues a token, which only this answer shows; it is valid for a year unless the request says less',
  right: 'users.manage',
  params: { userId: userIdField },
  body: issueTokenRequest,
  answers: { 201: issuedTokenAnswer },
  problems: { 404: null },
});

@Controller()
export class IssueTokenController {
  constructor(
    private readonly commands: Commands,
    private readonly changes: UserChanges,
  ) {}

  @Endpoint(issueTokenEndpoint)
  async issue({ params, body, request }: RequestOf<typeof issueTokenEndpoint>): Promise<IssuedTokenAnswer> {
    const { label, expiresInDays, addresses } = body;
    const issued = await this.commands.execute(
      request,
      (by) => new IssueToken(params.userId, label, expiresInDays, addresses, by),
    );
    const { tokenId, token, expiresAt } = issued;
    this.changes.note(request, 'issued token', params.userId, { tokenId });
    return { tokenId, token, expiresAt, ...writeAnswerOf(issued) };
  }
}
