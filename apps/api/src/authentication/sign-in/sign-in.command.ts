import { Injectable } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { loginStream, userStream } from '@superscope/domain/user/user';
import type { SignInRequest } from '@superscope/contracts/authentication';
import { EventStore } from '@superscope/event-store/event-store';
import { Identity } from '@superscope/event-store/identity';
import { Refusal } from '../../platform/problem.filter.js';
import { PasswordHasher } from '../password/password-hasher.js';
import { SessionStore } from '../session/session-store.js';
import { SignInAttempts } from './attempts.js';
import { EmailCodes } from './email-codes.js';
import { OneAtATime } from './one-at-a-time.js';

/** Signs a person in; answers the new session's token. */
export class SignIn extends Command<{ userId: string; token: string }> {
  constructor(
    readonly request: SignInRequest,
    readonly address: string,
  ) {
    super();
  }
}

/** The same words whatever was wrong: the name, the password, or an account that is not active. */
export const refusedMessage = 'Username or password is not correct';

@CommandHandler(SignIn)
@Injectable()
export class SignInHandler implements ICommandHandler<SignIn> {
  private readonly oneAtATime = new OneAtATime();

  constructor(
    private readonly store: EventStore,
    private readonly identity: Identity,
    private readonly hasher: PasswordHasher,
    private readonly attempts: SignInAttempts,
    private readonly codes: EmailCodes,
    private readonly sessions: SessionStore,
  ) {}

  /** Attempts on one account wait for each other: of many at once, each would pass before the others' failures count. */
  execute({ request, address }: SignIn): Promise<{ userId: string; token: string }> {
    return this.oneAtATime.run(this.identity.loginId(request.username), () => this.attempt(request, address));
  }

  private async attempt(request: SignInRequest, address: string): Promise<{ userId: string; token: string }> {
    const { username, password } = request;
    await this.attempts.check(username, address);
    const { state: holder } = await this.store.load(loginStream, this.identity.loginId(username));
    const user = holder === null ? null : (await this.store.load(userStream, holder)).state;
    const right =
      holder !== null && user !== null && user.active && user.sealedHash !== null
        ? await this.hasher.matches(holder, user.sealedHash, password)
        : await this.hasher.pretend(password);
    if (!right || holder === null || user?.registration == null) return this.refuse(username, address);
    if (user.registration.emailCode) await this.requireCode(holder, user.registration.personal.email, request, address);
    await this.attempts.succeeded(username);
    return { userId: holder, token: await this.sessions.create(holder) };
  }

  private async requireCode(
    userId: string,
    email: string | null,
    { username, mfaCode }: SignInRequest,
    address: string,
  ): Promise<void> {
    if (!mfaCode) {
      if (email !== null) await this.codes.send(userId, email);
      throw new Refusal(401, { message: 'Please check your e-mail for an MFA code', mfaRequired: true });
    }
    if (await this.codes.accept(userId, mfaCode)) return;
    await this.attempts.failed(username, address);
    throw new Refusal(401, { message: 'The verification code is not correct', mfaRequired: true });
  }

  private async refuse(username: string, address: string): Promise<never> {
    await this.attempts.failed(username, address);
    throw new Refusal(401, { message: refusedMessage });
  }
}
