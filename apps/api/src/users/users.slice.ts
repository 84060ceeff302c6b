import { Controller, Module } from '@nestjs/common';
import type { DocumentOf } from '@superscope/contracts/read-models/document-view';
import { usersView } from '@superscope/contracts/read-models/users';
import { allPlansContext, userRow, type UserRow } from '@superscope/contracts/users';
import { programRoles } from '@superscope/domain/user/application-token';
import { secondFactorOf, secondFactorStream } from '@superscope/domain/user/second-factor';
import { EventStore } from '@superscope/event-store/event-store';
import { Identity } from '@superscope/event-store/keys/identity';
import { z } from 'zod';
import { AttemptCounts } from '../authentication/sign-in/attempt-counts.js';
import { Clock } from '../platform/time/clock.js';
import { Endpoint, endpoint } from '../platform/endpoint/endpoint.js';
import { Views } from '../platform/engines.module.js';
import { contextNames } from './context-names.js';

const usersEndpoint = endpoint('GET /api/authentication/users', {
  summary: 'Every account, including those of programs, with failed attempts to sign in',
  right: 'users.manage',
  answers: { 200: z.array(userRow) },
});

type Stored = DocumentOf<typeof usersView>;

/** The HMACs of the logins with which a user can sign in. */
export const loginIdsOf = (
  { personal: { username, email } }: { personal: { username: string; email: string | null } },
  identity: Pick<Identity, 'loginId'>,
): string[] => [...new Set([username, ...(email === null ? [] : [email])].map((login) => identity.loginId(login)))];

const isProgram = ({ role }: Pick<Stored, 'role'>): boolean => (programRoles as readonly string[]).includes(role);

const isVerified = ({ role, passwordSetAt, signedOn }: Stored): boolean =>
  isProgram({ role }) || passwordSetAt !== undefined || signedOn === true;

@Controller()
class UsersController {
  constructor(
    private readonly views: Views,
    private readonly counts: AttemptCounts,
    private readonly identity: Identity,
    private readonly clock: Clock,
    private readonly store: EventStore,
  ) {}

  /** Every account, by username. */
  @Endpoint(usersEndpoint)
  async list(): Promise<UserRow[]> {
    // If a user's first event was set aside, nothing is known of the user.
    const users = (await this.views.of(usersView).find({}).toArray()).filter(({ personal }) => personal !== undefined);
    const names = await contextNames(
      this.views,
      users.map(({ context }) => context),
    );
    const attempts = await this.attemptsOf(users);
    const { state: required } = await this.store.load(secondFactorStream, '');
    return users
      .map((user) => ({
        userId: user._id,
        revision: Number(user.revision),
        username: user.personal.username,
        name: user.personal.name,
        role: user.role,
        emailOrDomain: user.personal.email ?? user.domain ?? null,
        contextId: user.context === null ? null : user.context.kind === 'allPlans' ? allPlansContext : user.context.id,
        contextName: names(user.context),
        oneCentral: user.oneCentral ?? false,
        active: user.active,
        verified: isVerified(user),
        secondFactor: isProgram(user) ? null : secondFactorOf(user, user.authenticator === true, required),
        passkeys: Object.values(user.passkeys ?? {}).filter(Boolean).length,
        ...attempts(user),
      }))
      .sort((a, b) => a.username.localeCompare(b.username, 'en'));
  }

  private async attemptsOf(users: readonly Stored[]) {
    const now = this.clock.now();
    const loginIds = new Map(users.map((user) => [user._id, loginIdsOf(user, this.identity)]));
    const counts = await this.counts.ofLogins([...loginIds.values()].flat(), now);
    return ({ _id }: Stored) => {
      const own = counts.filter(({ loginId }) => loginIds.get(_id)!.includes(loginId));
      const until = own.flatMap(({ blockedUntil }) =>
        blockedUntil !== null && blockedUntil > now ? [blockedUntil] : [],
      );
      const latest = until.sort((a, b) => b.getTime() - a.getTime())[0];
      const failedAuthenticationAttempts = own.reduce((sum, { failures }) => sum + Math.round(failures), 0);
      return { failedAuthenticationAttempts, slowedUntil: latest?.toISOString() ?? null };
    };
  }
}

@Module({ controllers: [UsersController] })
export class UsersSlice {}
