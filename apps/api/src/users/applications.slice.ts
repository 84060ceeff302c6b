import { Controller, Module } from '@nestjs/common';
import { application, type Application, type ApplicationTokenInfo } from '@superscope/contracts/applications';
import type { DocumentOf } from '@superscope/contracts/read-models/document-view';
import { usersView } from '@superscope/contracts/read-models/users';
import type { SystemHealth } from '@superscope/contracts/system-health';
import { lastDaysOf, programRoles, tokenEnd, tokenStateAt } from '@superscope/domain/user/application-token';
import type { IssuedToken } from '@superscope/domain/user/user.events';
import { z } from 'zod';
import { TokenUses, type TokenUse } from '../authentication/session/token-uses.js';
import { Endpoint, endpoint } from '../platform/endpoint/endpoint.js';
import { Views } from '../platform/engines.module.js';
import { contextNames } from './context-names.js';

const applicationsEndpoint = endpoint('GET /api/applications', {
  summary: 'Applications and BrowserClients, with the labels, dates, states and last use of their tokens',
  right: 'users.manage',
  answers: { 200: z.array(application) },
});

type Tokens = NonNullable<DocumentOf<typeof usersView>['tokens']>;
type StoredToken = Omit<IssuedToken, 'userId' | 'tokenId' | 'secretHash'> & { revokedAt: string | null };

const tokensOf = (stored: Tokens, uses: ReadonlyMap<string, TokenUse>, now: string): ApplicationTokenInfo[] =>
  Object.entries(stored)
    // If a token's first event was set aside, nothing is known of the token.
    .filter((each): each is [string, StoredToken] => each[1].issuedAt !== undefined)
    .map(([tokenId, token]) => ({
      tokenId,
      ...token,
      expiresAt: tokenEnd(token),
      state: tokenStateAt(token, now),
      addresses: token.addresses ?? [],
      lastUse: uses.get(tokenId) ?? null,
      reminder: reminderOf(lastDaysOf(token, now)),
    }))
    .sort((a, b) => (a.issuedAt < b.issuedAt ? 1 : -1));

const reminderOf = (days: number | null): string | null =>
  days === null
    ? null
    : `This token expires ${days === 1 ? 'within a day' : `in ${days} days`}. Issue another, put it in place, and revoke this one.`;

/** Tokens of active programs that are in their last days, the first to expire first. */
export async function expiringTokens(views: Views, now: string): Promise<SystemHealth['expiringTokens']> {
  const users = views.of(usersView);
  const found = await users.find({ role: { $in: [...programRoles] }, active: true }).toArray();
  return found
    .flatMap(({ personal, tokens = {} }) =>
      Object.values(tokens).flatMap((token) => {
        if (token.issuedAt === undefined) return [];
        const stored = token as StoredToken;
        const daysLeft = lastDaysOf(stored, now);
        const of = { application: personal.username, label: stored.label, expiresAt: tokenEnd(stored) };
        return daysLeft === null ? [] : [{ ...of, daysLeft }];
      }),
    )
    .sort((a, b) => (a.expiresAt < b.expiresAt ? -1 : 1));
}

/** Programs that request figures and upload files, and their tokens. */
@Controller()
class ApplicationsController {
  constructor(
    private readonly views: Views,
    private readonly uses: TokenUses,
  ) {}

  /** Every Application and BrowserClient, by username, with its tokens. */
  @Endpoint(applicationsEndpoint)
  async list(): Promise<Application[]> {
    const users = this.views.of(usersView);
    const found = await users.find({ role: { $in: [...programRoles] } }).toArray();
    const now = new Date().toISOString();
    const names = await contextNames(
      this.views,
      found.map(({ context }) => context),
    );
    const uses = await this.uses.of(found.flatMap(({ tokens = {} }) => Object.keys(tokens)));
    return found
      .map(({ _id, role, personal, domain, context, active, tokens }) => ({
        userId: _id,
        username: personal.username,
        name: personal.name,
        context,
        active,
        role: role as Application['role'],
        domain: domain ?? null,
        contextName: names(context),
        tokens: tokensOf(tokens ?? {}, uses, now),
      }))
      .sort((a, b) => (a.username < b.username ? -1 : 1));
  }
}

@Module({ controllers: [ApplicationsController] })
export class ApplicationsSlice {}
