import { randomUUID } from 'node:crypto';
import { Controller, Injectable, Module } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { issuedTokenAnswer, issueTokenRequest, type IssuedTokenAnswer } from '@superscope/contracts/applications';
import { userIdField } from '@superscope/contracts/fields';
import { issueToken } from '@superscope/domain/user/application-token';
import { userStream } from '@superscope/domain/user/user';
import { EventStore, type Written } from '@superscope/event-store/event-store';
import type { CommandContext } from '@superscope/event-store/events/recorded-event';
import { newSecret, secretHashOf, tokenText } from '../authentication/session/bearer-token.js';
import { Commands, writeAnswerOf } from '../platform/commands/commands.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Refusal } from '../platform/http/problem.filter.js';
import { UserChanges } from './user-changes.js';
import { UsersModule } from './users.module.js';

export const issueTokenEndpoint = endpoint('POST /api/applications/:userId/tokens', {
  summary: 'Issues a token, which only this answer shows; it is valid for a year unless the request says less',
  right: 'users.manage',
  params: { userId: userIdField },
  body: issueTokenRequest,
  answers: { 201: issuedTokenAnswer },
  problems: { 404: null },
});

export interface NewToken extends Written {
  tokenId: string;
  /** The token's text with its secret, which cannot be shown again. */
  token: string;
  /** ISO instant, UTC. */
  expiresAt: string;
}

/** Issues a bearer token to an Application. */
export class IssueToken extends Command<NewToken> {
  constructor(
    readonly userId: string,
    readonly label: string,
    readonly expiresInDays: number,
    readonly addresses: readonly string[],
    readonly by: CommandContext,
  ) {
    super();
  }
}

const dayMilliseconds = 24 * 60 * 60 * 1000;

@CommandHandler(IssueToken)
@Injectable()
export class IssueTokenHandler implements ICommandHandler<IssueToken> {
  constructor(private readonly store: EventStore) {}

  /** Throws Refusal 409 if an earlier attempt of the same request issued a token, because that token's secret is no longer known. */
  async execute({ userId, label, expiresInDays, addresses, by }: IssueToken): Promise<NewToken> {
    const [tokenId, secret] = [randomUUID(), newSecret()];
    const expiresAt = new Date(Date.parse(by.at) + expiresInDays * dayMilliseconds).toISOString();
    const bound = addresses.length === 0 ? {} : { addresses };
    const issued = { tokenId, secretHash: secretHashOf(secret), label, issuedAt: by.at, expiresAt, ...bound };
    const written = await this.store.transact(userStream, userId, issueToken(issued), by);
    // A request that is repeated, or sent twice at once, appears to have succeeded. Only the stream shows whose token it holds.
    const { state } = await this.store.load(userStream, userId);
    if (!state.tokens.some((each) => each.tokenId === tokenId))
      throw new Refusal(409, {
        message:
          'This request issued a token before, which is shown only once. Revoke that one and ask with another key.',
      });
    return { ...written, tokenId, token: tokenText({ userId, tokenId, secret }), expiresAt };
  }
}

@Controller()
class IssueTokenController {
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

@Module({ imports: [UsersModule], controllers: [IssueTokenController], providers: [IssueTokenHandler] })
export class IssueTokenSlice {}
