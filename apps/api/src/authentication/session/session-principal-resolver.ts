import { Inject, Injectable } from '@nestjs/common';
import { userStream, type User } from '@superscope/domain/user/user';
import { EventStore } from '@superscope/event-store/event-store';
import type { FastifyRequest } from 'fastify';
import { ENV, type Env } from '../../env.js';
import { PrincipalResolver } from '../../platform/principal-resolver.js';
import type { Principal } from '../../platform/principal.js';
import { PlanScopes } from './plan-scope.js';
import { sessionToken } from './session-cookie.js';
import { isUnder, SessionStore } from './session-store.js';

/** A deactivated user, a new role or an ended session takes effect everywhere within this time. */
const rememberMilliseconds = 3_000;
const mostRemembered = 10_000;

/** Knows who asks by their session. Remembers the answer for a moment: a dashboard asks thirty things at once. */
@Injectable()
export class SessionPrincipalResolver extends PrincipalResolver {
  private readonly remembered = new Map<string, { until: number; principal: Promise<Principal | null> }>();

  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly sessions: SessionStore,
    private readonly store: EventStore,
    private readonly scopes: PlanScopes,
  ) {
    super();
  }

  async resolve(request: FastifyRequest, attended = true): Promise<Principal | null> {
    const token = this.tokenOf(request);
    if (token === null) return null;
    const now = performance.now();
    const known = this.remembered.get(token);
    if (known && known.until > now) return known.principal;
    const principal = this.load(token, { touch: attended });
    if (this.remembered.size >= mostRemembered) this.remembered.clear();
    this.remembered.set(token, { until: now + rememberMilliseconds, principal });
    // A failure (an engine away) is not an answer worth keeping.
    principal.catch(() => this.remembered.delete(token));
    return principal;
  }

  async peek(request: FastifyRequest): Promise<Principal | null> {
    const token = this.tokenOf(request);
    return token === null ? null : this.load(token, { touch: false });
  }

  private tokenOf(request: FastifyRequest): string | null {
    const token = sessionToken(request, this.env.SUPERSCOPE_SECURE_COOKIES);
    return token === null || token.length > 100 ? null : token;
  }

  /** Forgets what it knows of a session that has just ended or changed. */
  forget(token: string): void {
    this.remembered.delete(token);
  }

  private async load(token: string, options: { touch: boolean }): Promise<Principal | null> {
    const session = await this.sessions.find(token, options);
    if (session === null) return null;
    const { state } = await this.store.load(userStream, session.userId);
    return isUnder(session, state.sealedHash) ? this.principalFrom(session.userId, state) : null;
  }

  async principalOf(userId: string): Promise<Principal | null> {
    return this.principalFrom(userId, (await this.store.load(userStream, userId)).state);
  }

  private async principalFrom(userId: string, { registration, active }: User): Promise<Principal | null> {
    if (registration === null || !active) return null;
    const { role, personal } = registration;
    const scope = await this.scopes.of(registration);
    return { userId, username: personal.username, name: personal.name, role, scope };
  }
}
