import { Controller, Inject } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  authenticationAnswer,
  signInRefusal,
  signInRequest,
  type AuthenticationAnswer,
} from '@superscope/contracts/authentication';
import type { FastifyReply } from 'fastify';
import { ENV, type Env } from '../../env.js';
import { AccessLog } from '../../platform/access/access-log.js';
import { nothing } from '../../platform/endpoint/answers.js';
import { Endpoint, endpoint, type RequestOf } from '../../platform/endpoint/endpoint.js';
import { clearSessionCookie, originOf, sessionToken } from '../session/session-cookie.js';
import { authenticationAnswerFor, SessionOpening } from './session-opening.js';
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

@Controller()
export class SignInController {
  private readonly secure: boolean;

  constructor(
    @Inject(ENV) env: Env,
    private readonly commands: CommandBus,
    private readonly opening: SessionOpening,
    private readonly accessLog: AccessLog,
  ) {
    this.secure = env.SUPERSCOPE_SECURE_COOKIES;
  }

  @Endpoint(currentUserEndpoint)
  current({ caller }: RequestOf<typeof currentUserEndpoint>): AuthenticationAnswer {
    return authenticationAnswerFor(caller);
  }

  @Endpoint(signInEndpoint)
  async signIn(
    { body, request }: RequestOf<typeof signInEndpoint>,
    reply: FastifyReply,
  ): Promise<AuthenticationAnswer> {
    const signedIn = await this.commands.execute(new SignIn(body, originOf(request, this.secure)));
    return this.opening.open(signedIn, request, reply, 'signed in');
  }

  @Endpoint(signOutEndpoint)
  async signOut({ request }: RequestOf<typeof signOutEndpoint>, reply: FastifyReply): Promise<void> {
    const token = sessionToken(request, this.secure);
    if (token !== null) await this.opening.end(token);
    clearSessionCookie(reply, this.secure);
    if (request.principal) this.accessLog.noteOwn(request, request.principal, 'signed out');
  }
}
