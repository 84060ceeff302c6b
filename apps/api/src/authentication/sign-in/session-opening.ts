import { Inject, Injectable } from '@nestjs/common';
import type { AuthenticationAnswer } from '@superscope/contracts/authentication';
import type { AccessAction } from '@superscope/domain/access/access-actions';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ENV, type Env } from '../../env.js';
import { AccessLog } from '../../platform/access/access-log.js';
import { rightsOf } from '../../platform/access/policy.js';
import { onlyPlan, type Principal } from '../../platform/access/principal.js';
import { Refusal } from '../../platform/http/problem.filter.js';
import { RequestPrincipalResolver, sessionKey } from '../session/request-principal-resolver.js';
import { sessionToken, setDeviceCookie, setSessionCookie } from '../session/session-cookie.js';
import { SessionStore } from '../session/session-store.js';

export interface SignedIn {
  userId: string;
  /** The token of the new session. */
  token: string;
  /** The new token of the device. */
  device: string;
}

export const authenticationAnswerFor = ({ username, name, role, scope }: Principal): AuthenticationAnswer => ({
  user: { username, name, role, rights: rightsOf(role), planId: role === 'CompanyRep' ? onlyPlan(scope) : null },
});

/** Opens a session in the browser of a user who has just signed in, and ends its previous session. */
@Injectable()
export class SessionOpening {
  private readonly secure: boolean;

  constructor(
    @Inject(ENV) env: Env,
    private readonly sessions: SessionStore,
    private readonly resolver: RequestPrincipalResolver,
    private readonly accessLog: AccessLog,
  ) {
    this.secure = env.SUPERSCOPE_SECURE_COOKIES;
  }

  /** `action` is recorded in the access log. */
  async open(
    { userId, token, device }: SignedIn,
    request: FastifyRequest,
    reply: FastifyReply,
    action: AccessAction,
  ): Promise<AuthenticationAnswer> {
    const previous = sessionToken(request, this.secure);
    if (previous !== null) await this.end(previous);
    const principal = await this.resolver.principalOf(userId);
    if (principal === null) throw new Refusal(401, { message: 'Unable to login' });
    setSessionCookie(reply, token, this.secure);
    setDeviceCookie(reply, device, this.secure);
    // From here on the request belongs to the new session; it may have been sent under another one.
    request.credentialKey = sessionKey(token);
    this.accessLog.noteOwn(request, principal, action);
    return authenticationAnswerFor(principal);
  }

  async end(token: string): Promise<void> {
    await this.sessions.end(token);
    this.resolver.forget(token);
  }
}
