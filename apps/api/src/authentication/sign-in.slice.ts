import { Controller, Inject, Injectable, Logger, Module } from '@nestjs/common';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import {
  authenticationAnswer,
  type AuthenticationAnswer,
  type SentCode,
  signInRefusal,
  signInRequest,
  type SignInRequest,
} from '@superscope/contracts/authentication';
import { secondFactorOf, secondFactorStream } from '@superscope/domain/user/second-factor';
import { awaitsActivation, rehashPassword, userStream } from '@superscope/domain/user/user';
import { EventStore } from '@superscope/event-store/event-store';
import { Identity } from '@superscope/event-store/keys/identity';
import type { FastifyReply } from 'fastify';
import { randomUUID } from 'node:crypto';
import { ENV, type Env } from '../env.js';
import { AccessLog } from '../platform/access/access-log.js';
import { systemContext } from '../platform/commands/command-context.js';
import { nothing } from '../platform/endpoint/answers.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Refusal } from '../platform/http/problem.filter.js';
import { AuthenticationModule } from './authentication.module.js';
import { Authenticators } from './authenticators.js';
import { PasswordHasher } from './password/password-hasher.js';
import { clearSessionCookie, originOf, sessionToken } from './session/session-cookie.js';
import { SessionStore } from './session/session-store.js';
import { type Origin, SignInAttempts, WrongGuess } from './sign-in/attempts.js';
import { EmailCodes, lifeMinutes } from './sign-in/email-codes.js';
import { KnownDevices } from './sign-in/known-devices.js';
import { holderOfLogin } from './sign-in/login-holder.js';
import { maskedAddress } from './sign-in/masked-address.js';
import { authenticationAnswerFor, SessionOpening, type SignedIn } from './sign-in/session-opening.js';

const currentUserEndpoint = endpoint('GET /api/authentication', {
  summary: 'Who is signed in',
  right: 'account.self',
  inDocuments: true,
  answers: { 200: authenticationAnswer },
});

const signInEndpoint = endpoint('POST /api/authentication', {
  summary:
    'Signs in; a refusal with `mfaRequired` asks for the e-mailed code, and 412 says that the first password has yet to be set',
  right: 'public',
  body: signInRequest,
  answers: { 200: authenticationAnswer },
  problems: { 401: signInRefusal, 412: null, 429: null },
});

const signOutEndpoint = endpoint('POST /api/authentication/logout', {
  summary: 'Ends the session',
  right: 'public',
  answers: { 204: nothing },
});

/** Signs a person in. */
class SignIn extends Command<SignedIn> {
  constructor(
    readonly request: SignInRequest,
    readonly origin: Origin,
  ) {
    super();
  }
}

/** A user id that does not exist. It is loaded for an unknown login, so that the response is not faster than for a known one. */
const nobody = 'nobody/at-all';

/** The same message whether the name or the password was wrong, or the account is not active. */
const refusedMessage = 'Username or password is not correct';

const wrongCodeMessage = 'The verification code is not correct';

/** This message reveals that the account exists, so the attempt counts like any other guess. */
const activationMessage = 'This account has to be activated before it can be used.';

@CommandHandler(SignIn)
@Injectable()
class SignInHandler implements ICommandHandler<SignIn> {
  private readonly log = new Logger('SignIn');

  constructor(
    private readonly store: EventStore,
    private readonly identity: Identity,
    private readonly hasher: PasswordHasher,
    private readonly attempts: SignInAttempts,
    private readonly codes: EmailCodes,
    private readonly sessions: SessionStore,
    private readonly devices: KnownDevices,
    private readonly authenticators: Authenticators,
  ) {}

  execute({ request, origin }: SignIn): Promise<SignedIn> {
    return this.attempts.attempt(request.username, origin, () => this.signIn(request, origin));
  }

  private async signIn(request: SignInRequest, origin: Origin): Promise<SignedIn> {
    const { username, password } = request;
    const holder = await holderOfLogin(this.store, this.identity, username);
    const { state: user } = await this.store.load(userStream, holder ?? nobody);
    const { registration, sealedHash } = user;
    const match =
      holder !== null && user.active && sealedHash !== null
        ? await this.hasher.matchOf(holder, sealedHash, password)
        : await this.hasher.pretend(password);
    if (awaitsActivation(user)) throw new WrongGuess(412, { message: activationMessage });
    if (match === 'none' || holder === null || registration === null || sealedHash === null)
      throw new WrongGuess(401, { message: refusedMessage });
    const { state: required } = await this.store.load(secondFactorStream, '');
    const factor = secondFactorOf(registration, user.authenticator !== null, required);
    if (factor === 'app') await this.requireAppCode(holder, user.authenticator!, request.mfaCode);
    if (factor === 'email') await this.requireCode(holder, registration.personal.email, request.mfaCode);
    const current = match === 'asTyped' ? await this.rehash(holder, sealedHash, password) : sealedHash;
    const [token, device] = await Promise.all([
      this.sessions.create(holder, current),
      this.devices.remember(origin.device, this.identity.loginId(username)),
    ]);
    return { userId: holder, token, device };
  }

  /**
   * Hashes a password in the one form that every keyboard gives, and returns the hash that counts. If that fails, the earlier hash still
   * works.
   */
  private async rehash(userId: string, before: string, password: string): Promise<string> {
    try {
      const sealedHash = await this.hasher.seal(userId, password);
      await this.sessions.holdAllUnder(userId, before, sealedHash);
      const by = systemContext(`password-rehash/${randomUUID()}`);
      const { events } = await this.store.transact(userStream, userId, rehashPassword(before, sealedHash), by);
      return events === 0 ? before : sealedHash;
    } catch (err) {
      this.log.warn({ msg: 'a password was not hashed again', err });
      return before;
    }
  }

  private async requireAppCode(userId: string, sealedSecret: string, mfaCode: string | undefined): Promise<void> {
    const asked = { mfaRequired: true, method: 'app' };
    if (!mfaCode) throw new Refusal(401, { message: 'Please enter the code of your authenticator app', ...asked });
    if (await this.authenticators.accept(userId, sealedSecret, mfaCode)) return;
    throw new WrongGuess(401, { message: wrongCodeMessage, ...asked });
  }

  private async requireCode(userId: string, email: string | null, mfaCode: string | undefined): Promise<void> {
    if (mfaCode) {
      if (await this.codes.accept(userId, mfaCode)) return;
      throw new WrongGuess(401, {
        message: wrongCodeMessage,
        mfaRequired: true,
        ...(await this.sentCode(userId, email)),
      });
    }
    if (email !== null) await this.codes.send(userId, email);
    const message = 'Please check your e-mail for an MFA code';
    throw new Refusal(401, { message, mfaRequired: true, ...(await this.sentCode(userId, email)) });
  }

  private async sentCode(userId: string, email: string | null): Promise<{ code?: SentCode }> {
    if (email === null) return {};
    const nextInSeconds = await this.codes.nextInSeconds(userId);
    return { code: { sentTo: maskedAddress(email), worksForMinutes: lifeMinutes, nextInSeconds } };
  }
}

@Controller()
class SignInController {
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

@Module({ imports: [AuthenticationModule], controllers: [SignInController], providers: [SignInHandler, EmailCodes] })
export class SignInSlice {}
