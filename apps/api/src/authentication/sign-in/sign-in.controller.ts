import { Controller, Inject } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  authenticationAnswer,
  signInRefusal,
  signInRequest,
  type AuthenticationAnswer,
} from '@superscope/contracts/authentication';
import type { AccessAction } from '@superscope/domain/access/access-actions';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ENV, type Env } from '../../env.js';
import { AccessLog } from '../../platform/access/access-log.js';
import { onlyPlan, type Principal } from '../../platform/access/principal.js';
import { nothing } from '../../platform/endpoint/answers.js';
import { Endpoint, endpoint, type RequestOf } from '../../platform/endpoint/endpoint.js';
import { Refusal } from '../../platform/http/problem.filter.js';
import { RequestPrincipalResolver, sessionKey } from '../session/request-principal-resolver.js';
import {
  clearSessionCookie,
  originOf,
  sessionToken,
  setDeviceCookie,
  setSessionCookie,
} from '../session/session-cookie.js';
import { SessionStore } from '../session/session-store.js';
import { SignIn } from './sign-in.command.js';

export const currentUserEndpoint = endpoint('GET /api/authentication', {
  summary: 'Who is signed in',
  right: 'account.self',
  inDocuments: true,
  answers: { 200: authenticationAnswer },
});

export const signInEndpoint = endpoint('POST /api/authentication', {
  summary:
    'Signs in; a refusal with `mfaRequired` asks for the e-mailed code, and 412 says that the first password has yet to be set',
  right: 'public',
  body: signInRequest,
  answers: { 200: authenticationAnswer },
  problems: { 401: signInRefusal, 412: null, 429: null },
});

export const signOutEndpoint = endpoint('POST /api/authentication/logout', {
  summary: 'Ends the session',
  right: 'public',
  answers: { 204: nothing },
});

const answerFor = ({ username, name, role, scope }: Principal): AuthenticationAnswer => ({
  user: { username, name, role, planId: role === 'CompanyRep' ? onlyPlan(scope) : null },
});

@Controller()
export class SignInController {
  private readonly secure: boolean;

  constructor(
    @Inject(ENV) env: Env,
    private readonly commands: CommandBus,
    private readonly sessions: SessionStore,
    private readonly resolver: RequestPrincipalResolver,
    private readonly accessLog: AccessLog,
  ) {
    this.secure = env.SUPERSCOPE_SECURE_COOKIES;
  }

  @Endpoint(currentUserEndpoint)
  current({ caller }: RequestOf<typeof currentUserEndpoint>): AuthenticationAnswer {
    return answerFor(caller);
  }

  @Endpoint(signInEndpoint)
  async signIn(
    { body, request }: RequestOf<typeof signInEndpoint>,
    reply: FastifyReply,
  ): Promise<AuthenticationAnswer> {
    const previous = sessionToken(request, this.secure);
    const { userId, token, device } = await this.commands.execute(new SignIn(body, originOf(request, this.secure)));
    if (previous !== null) await this.endSession(previous);
    const principal = await this.resolver.principalOf(userId);
    if (principal === null) throw new Refusal(401, { message: 'Unable to login' });
    setSessionCookie(reply, token, this.secure);
    setDeviceCookie(reply, device, this.secure);
    // The session begins here: the request may have brought another.
    request.credentialKey = sessionKey(token);
    this.note(principal, request, 'signed in');
    return answerFor(principal);
  }

  @Endpoint(signOutEndpoint)
  async signOut({ request }: RequestOf<typeof signOutEndpoint>, reply: FastifyReply): Promise<void> {
    const token = sessionToken(request, this.secure);
    if (token !== null) await this.endSession(token);
    clearSessionCookie(reply, this.secure);
    if (request.principal) this.note(request.principal, request, 'signed out');
  }

  private async endSession(token: string): Promise<void> {
    await this.sessions.end(token);
    this.resolver.forget(token);
  }

  private note({ userId, role }: Principal, request: FastifyRequest, action: AccessAction): void {
    const what = { object: null, planId: null, rows: null, outcome: 'ok' } as const;
    this.accessLog.note(request, { userId, role, action, ...what });
  }
}
