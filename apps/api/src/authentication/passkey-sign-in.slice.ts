import { Controller, Inject, Injectable, Module } from '@nestjs/common';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { authenticationAnswer, type AuthenticationAnswer } from '@superscope/contracts/authentication';
import {
  passkeyQuestion,
  type PasskeyQuestion,
  passkeySignInRequest,
  type PasskeySignInRequest,
} from '@superscope/contracts/passkeys';
import { id } from '@superscope/domain/shape';
import { maySignInByPasskey } from '@superscope/domain/user/passkeys';
import { userStream } from '@superscope/domain/user/user';
import { EventStore } from '@superscope/event-store/event-store';
import { Identity } from '@superscope/event-store/keys/identity';
import type { FastifyReply } from 'fastify';
import { ENV, type Env } from '../env.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { AuthenticationModule } from './authentication.module.js';
import { PasskeyCeremonies, passkeyIdOf } from './passkeys/passkey-ceremonies.js';
import { PasskeyUses } from './passkeys/passkey-uses.js';
import { originOf } from './session/session-cookie.js';
import { SessionStore } from './session/session-store.js';
import { type Origin, SignInAttempts, WrongGuess } from './sign-in/attempts.js';
import { KnownDevices } from './sign-in/known-devices.js';
import { SessionOpening, type SignedIn } from './sign-in/session-opening.js';

const passkeyQuestionEndpoint = endpoint('POST /api/authentication/passkey/begin', {
  summary: 'Answers the challenge for signing in by a passkey; it is valid once, for five minutes',
  right: 'public',
  answers: { 200: passkeyQuestion },
});

const passkeySignInEndpoint = endpoint('POST /api/authentication/passkey', {
  summary: 'Signs in by a passkey, which replaces password and second factor',
  right: 'public',
  body: passkeySignInRequest,
  answers: { 200: authenticationAnswer },
  problems: { 401: null, 429: null },
});

/**
 * Signs a person in by a passkey, which replaces password and second factor because the authenticator has verified
 * the person.
 */
class SignInByPasskey extends Command<SignedIn> {
  constructor(
    readonly answer: PasskeySignInRequest,
    readonly origin: Origin,
  ) {
    super();
  }
}

/** One message for every cause, so that it reveals nothing. */
const refusedMessage = 'This passkey was not accepted. Please try again, or sign in by password.';

/** Attempts whose user handle names no user are counted under this login. */
const nobody = 'nobody/at-all';

@CommandHandler(SignInByPasskey)
@Injectable()
class SignInByPasskeyHandler implements ICommandHandler<SignInByPasskey> {
  constructor(
    private readonly store: EventStore,
    private readonly identity: Identity,
    private readonly attempts: SignInAttempts,
    private readonly ceremonies: PasskeyCeremonies,
    private readonly uses: PasskeyUses,
    private readonly sessions: SessionStore,
    private readonly devices: KnownDevices,
  ) {}

  async execute({ answer, origin }: SignInByPasskey): Promise<SignedIn> {
    const handle = Buffer.from(answer.userHandle, 'base64url').toString('utf8');
    const userId = id(handle) ? handle : nobody;
    const { state } = await this.store.load(userStream, userId);
    // Counted together with password attempts, so that an attacker does not get twice as many.
    const login = state.registration?.personal.username ?? nobody;
    return this.attempts.attempt(login, origin, async () => {
      const { state: user } = await this.store.load(userStream, userId);
      const passkey = user.passkeys.find(({ passkeyId }) => passkeyId === passkeyIdOf(answer.id));
      if (passkey === undefined || user.sealedHash === null || !maySignInByPasskey(user))
        throw new WrongGuess(401, { message: refusedMessage });
      const before = Math.max(passkey.counter, await this.uses.counterOf(userId, passkey.passkeyId));
      const counter = await this.ceremonies.proven(passkey, before, answer);
      if (counter === null || !(await this.uses.note(userId, passkey.passkeyId, counter)))
        throw new WrongGuess(401, { message: refusedMessage });
      const [token, device] = await Promise.all([
        this.sessions.create(userId, user.sealedHash),
        this.devices.remember(origin.device, this.identity.loginId(login)),
      ]);
      return { userId, token, device };
    });
  }
}

@Controller()
class PasskeySignInController {
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

@Module({
  imports: [AuthenticationModule],
  controllers: [PasskeySignInController],
  providers: [SignInByPasskeyHandler],
})
export class PasskeySignInSlice {}
