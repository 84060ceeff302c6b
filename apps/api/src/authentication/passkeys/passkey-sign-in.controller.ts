import { Controller, Inject } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { authenticationAnswer, type AuthenticationAnswer } from '@superscope/contracts/authentication';
import { passkeyQuestion, passkeySignInRequest, type PasskeyQuestion } from '@superscope/contracts/passkeys';
import type { FastifyReply } from 'fastify';
import { ENV, type Env } from '../../env.js';
import { Endpoint, endpoint, type RequestOf } from '../../platform/endpoint/endpoint.js';
import { originOf } from '../session/session-cookie.js';
import { SessionOpening } from '../sign-in/session-opening.js';
import { PasskeyCeremonies } from './passkey-ceremonies.js';
import { SignInByPasskey } from './passkey-sign-in.command.js';

const passkeyQuestionEndpoint = endpoint('POST /api/authentication/passkey/begin', {
  summary: 'Answers the challenge for signing in by a passkey; it is valid once, for five minutes',
  right: 'public',
  answers: { 200: passkeyQuestion },
});

export const passkeySignInEndpoint = endpoint('POST /api/authentication/passkey', {
  summary: 'Signs in by a passkey, which replaces password and second factor',
  right: 'public',
  body: passkeySignInRequest,
  answers: { 200: authenticationAnswer },
  problems: { 401: null, 429: null },
});

@Controller()
export class PasskeySignInController {
  private readonly secure: boolean;

  constructor(
    @Inject(ENV) env: Env,
    private readonly commands: CommandBus,
    private readonly ceremonies: PasskeyCeremonies,
    private readonly opening: SessionOpening,
  ) {
    this.secure = env.SUPERSCOPE_SECURE_COOKIES;
  }

  @Endpoint(passkeyQuestionEndpoint)
  question(): Promise<PasskeyQuestion> {
    return this.ceremonies.question();
  }

  @Endpoint(passkeySignInEndpoint)
  async signIn(
    { body, request }: RequestOf<typeof passkeySignInEndpoint>,
    reply: FastifyReply,
  ): Promise<AuthenticationAnswer> {
    const signedIn = await this.commands.execute(new SignInByPasskey(body, originOf(request, this.secure)));
    return this.opening.open(signedIn, request, reply, 'signed in by passkey');
  }
}
