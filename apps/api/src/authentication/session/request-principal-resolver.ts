import { Inject, Injectable } from '@nestjs/common';
import { validToken } from '@superscope/domain/user/application-token';
import { userStream, type User } from '@superscope/domain/user/user';
import { EventStore } from '@superscope/event-store/event-store';
import { ExpiringCache } from '@superscope/event-store/keys/expiring-cache';
import type { FastifyRequest } from 'fastify';
import { ENV, type Env } from '../../env.js';
import { PrincipalResolver } from '../../platform/access/principal-resolver.js';
import type { Principal } from '../../platform/access/principal.js';
import { DocumentTokens, isDocumentToken } from '../document/document-tokens.js';
import { bearerOf, hasHash, tokenFrom } from './bearer-token.js';
import { PlanScopes } from './plans-in-reach.js';
import { mayBeSentFrom } from './token-binding.js';
import { TokenUses } from './token-uses.js';
import { sessionToken } from './session-cookie.js';
import { isUnder, SessionStore } from './session-store.js';

/** A deactivated user, a new role, an ended session or a revoked token takes effect everywhere within this time. */
const rememberMilliseconds = 3_000;
const mostRemembered = 10_000;
const longestSessionToken = 100;

/** The credentials of a request. */
interface Credential {
  /** Differs by kind of credential, so that a bearer token sent in a cookie is not taken for a session. */
  key: string;
  principal: (options: { touch: boolean }) => Promise<Principal | null>;
  /** The cache key, if it differs from `key`. It includes the address and origin, which decide whether a token is accepted. */
  remembered?: string;
  /** The id of the bearer token, whose use is recorded. */
  tokenId?: string;
}

/**
 * Resolves callers by a bearer token or a session. The result is cached for a moment, because a dashboard sends thirty requests at once.
 */
@Injectable()
export class RequestPrincipalResolver extends PrincipalResolver {
  private readonly remembered = new ExpiringCache<Promise<Principal | null>>(mostRemembered, rememberMilliseconds);

  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly sessions: SessionStore,
    private readonly store: EventStore,
    private readonly scopes: PlanScopes,
    private readonly documents: DocumentTokens,
    private readonly uses: TokenUses,
  ) {
    super();
  }

  async resolve(request: FastifyRequest, attended = true): Promise<Principal | null> {
    const credential = this.credentialOf(request);
    if (credential === null) return null;
    const key = credential.remembered ?? credential.key;
    const known = this.remembered.get(key);
    const asked = known ?? credential.principal({ touch: attended });
    if (known === undefined) {
      this.remembered.set(key, asked);
      // A failure, such as an unavailable engine, must not be cached.
      asked.catch(() => this.remembered.delete(key));
    }
    const principal = await asked;
    if (principal !== null) request.credentialKey = credential.key;
    if (principal !== null && credential.tokenId !== undefined)
      this.uses.note({ ...principal, tokenId: credential.tokenId }, request);
    return principal;
  }

  async peek(request: FastifyRequest): Promise<Principal | null> {
    return this.credentialOf(request)?.principal({ touch: false }) ?? null;
  }

  credentialKeyOf(request: FastifyRequest): string | null {
    return this.credentialOf(request)?.key ?? null;
  }

  /** Drops the cached principal of a session that has just ended or changed. */
  forget(token: string): void {
    this.remembered.delete(sessionKey(token));
  }

  /** Drops all cached principals, because a user's role, context or account has changed. */
  forgetAll(): void {
    this.remembered.clear();
  }

  async principalOf(userId: string): Promise<Principal | null> {
    return this.principalFrom(userId, (await this.store.load(userStream, userId)).state);
  }

  /**
   * If there is a bearer token, only it counts. If an invalid token were ignored in favour of a cookie, its sender would unknowingly act as
   * another user.
   */
  private credentialOf(request: FastifyRequest): Credential | null {
    const bearer = bearerOf(request.headers.authorization);
    if (bearer !== null && isDocumentToken(bearer)) return this.documentCredential(bearer);
    if (bearer !== null) return this.tokenCredential(bearer, request);
    const session = sessionToken(request, this.env.SUPERSCOPE_SECURE_COOKIES);
    if (session === null || session.length > longestSessionToken) return null;
    return { key: sessionKey(session), principal: (options) => this.ofSession(session, options) };
  }

  /**
   * Invalid tokens are not counted like wrong passwords: 256 random bits cannot be guessed, and counting would block an application that
   * shares an address with the sender of invalid tokens. Refusing a malformed token costs nothing.
   */
  private tokenCredential(text: string, { ip, headers }: FastifyRequest): Credential | null {
    const token = tokenFrom(text);
    if (token === null) return null;
    const { userId, tokenId, secret } = token;
    return {
      key: `token ${text}`,
      remembered: `token ${text} ${ip} ${headers.origin}`,
      tokenId,
      principal: async () => {
        const { state } = await this.store.load(userStream, userId);
        const issued = validToken(state, tokenId, new Date().toISOString());
        if (issued === null || !hasHash(secret, issued.secretHash)) return null;
        const from = { address: ip, origin: headers.origin };
        return mayBeSentFrom(state.registration!, issued, from) ? this.principalFrom(userId, state) : null;
      },
    };
  }

  /** A document's page sees what a representative of the plan sees, whichever user requested the document. */
  private documentCredential(text: string): Credential {
    return {
      key: `document ${text}`,
      principal: async () => {
        const token = await this.documents.find(text);
        if (token === null) return null;
        const { document, planId, userId } = token;
        const scope = { kind: 'plans', planIds: new Set([planId]) } as const;
        return { userId, username: document, name: null, role: 'CompanyRep', scope, document };
      },
    };
  }

  private async ofSession(token: string, options: { touch: boolean }): Promise<Principal | null> {
    const session = await this.sessions.find(token, options);
    if (session === null) return null;
    const { state } = await this.store.load(userStream, session.userId);
    return isUnder(session, state) ? this.principalFrom(session.userId, state) : null;
  }

  private async principalFrom(userId: string, { registration, active }: User): Promise<Principal | null> {
    if (registration === null || !active) return null;
    const { role, personal, context } = registration;
    const scope = await this.scopes.of(registration);
    const principal = { userId, username: personal.username, name: personal.name, role, scope };
    if (context?.kind !== 'company') return principal;
    if (role === 'BrowserClient') return { ...principal, onlyCompanyId: context.id ?? '' };
    return role === 'CompanyRep' && context.id !== null ? { ...principal, companyId: context.id } : principal;
  }
}

export const sessionKey = (token: string): string => `session ${token}`;
