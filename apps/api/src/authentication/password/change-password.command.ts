import { Inject, Injectable, Logger } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { registrationOf, userStream, type User } from '@superscope/domain/user/user';
import { EventStore } from '@superscope/event-store/event-store';
import { Identity } from '@superscope/event-store/keys/identity';
import type { CommandContext } from '@superscope/event-store/events/recorded-event';
import { ENV, type Env } from '../../env.js';
import { Mailer } from '../../mail/mailer.js';
import { systemContext } from '../../platform/commands/command-context.js';
import { Refusal } from '../../platform/http/problem.filter.js';
import { SignInAttempts, WrongGuess, type Origin } from '../sign-in/attempts.js';
import { holderOfLogin } from '../sign-in/login-holder.js';
import { PasswordHasher } from './password-hasher.js';
import { PasswordResetTokens } from './password-reset-tokens.js';
import { PasswordRules } from './password-rules.js';
import { Passwords } from './passwords.js';

const unableToChange = { message: 'Unable to change password' };
const unableToReset = { message: 'Unable to reset password' };

/** Changes the user's own password, given the old one. Every other session of the user ends. */
export class ChangePassword extends Command<void> {
  constructor(
    readonly userId: string,
    readonly username: string,
    readonly oldPassword: string,
    readonly newPassword: string,
    readonly sessionToken: string | null,
    readonly origin: Origin,
    readonly by: CommandContext,
  ) {
    super();
  }
}

/**
 * Mails a reset link to a known address, unless the mailbox holds several that work. An unknown address gets the same response, so that it does not reveal whether an account exists.
 */
export class SendPasswordResetLink extends Command<void> {
  constructor(
    readonly email: string,
    readonly origin: Origin,
  ) {
    super();
  }
}

/**
 * Sets a new password by the token of a reset link, and returns the user's id. All sessions of the user end, and all passkeys are removed.
 */
export class ResetPassword extends Command<string> {
  constructor(
    readonly token: string,
    readonly password: string,
  ) {
    super();
  }
}

/** Throws if the user has another password by now. */
const stillUnder =
  (before: string | null, refusal: { message: string }) =>
  (user: User): void => {
    if (user.sealedHash !== before) throw new Refusal(400, refusal);
  };

@CommandHandler(ChangePassword)
@Injectable()
export class ChangePasswordHandler implements ICommandHandler<ChangePassword> {
  constructor(
    private readonly store: EventStore,
    private readonly hasher: PasswordHasher,
    private readonly passwords: Passwords,
    private readonly rules: PasswordRules,
    private readonly attempts: SignInAttempts,
  ) {}

  execute(command: ChangePassword): Promise<void> {
    return this.attempts.attempt(command.username, command.origin, () => this.change(command));
  }

  private async change({ userId, oldPassword, newPassword, sessionToken, by }: ChangePassword): Promise<void> {
    const { state: user } = await this.store.load(userStream, userId);
    const { sealedHash: before } = user;
    if (before === null || !(await this.hasher.matches(userId, before, oldPassword)))
      throw new WrongGuess(400, unableToChange);
    await this.rules.refuseWeak(newPassword, registrationOf(user));
    // Another password may be set while this one is being hashed. The old password gives no right to replace that one.
    const allowed = stillUnder(before, unableToChange);
    const sealedHash = await this.hasher.seal(userId, newPassword);
    await this.passwords.replace({ userId, sealedHash, allowed, keptSession: sessionToken }, by);
  }
}

@CommandHandler(SendPasswordResetLink)
@Injectable()
export class SendPasswordResetLinkHandler implements ICommandHandler<SendPasswordResetLink> {
  private readonly log = new Logger('PasswordReset');

  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly store: EventStore,
    private readonly identity: Identity,
    private readonly tokens: PasswordResetTokens,
    private readonly mailer: Mailer,
    private readonly attempts: SignInAttempts,
  ) {}

  async execute({ email, origin }: SendPasswordResetLink): Promise<void> {
    await this.attempts.count('reset', email, origin);
    // The response neither waits for the mail nor reports its failure: both would reveal that the account exists.
    void this.mailTo(email).catch((err: unknown) => this.log.error({ msg: 'a reset link was not sent', err }));
  }

  private async mailTo(email: string): Promise<void> {
    const userId = await holderOfLogin(this.store, this.identity, email);
    if (userId === null) return;
    const { state: user } = await this.store.load(userStream, userId);
    const to = user.registration?.personal.email;
    if (!user.active || !to) return;
    // A user who only has single sign-on must not get a password that would outlive the removal at the provider.
    if (user.signOnId !== null && user.sealedHash === null) return;
    const token = await this.tokens.createUnlessMany(userId);
    if (token === null) return;
    const link = new URL('/reset-password', this.env.SUPERSCOPE_PUBLIC_URL);
    link.searchParams.set('token', token);
    await this.tokens.orSpend(token, () =>
      this.mailer.send({
        to,
        subject: 'Reset your Superscope password',
        text: `To choose a new password, open ${link.href} within an hour. If you did not ask for this, nothing has changed.`,
      }),
    );
  }
}

@CommandHandler(ResetPassword)
@Injectable()
export class ResetPasswordHandler implements ICommandHandler<ResetPassword> {
  constructor(
    private readonly store: EventStore,
    private readonly hasher: PasswordHasher,
    private readonly passwords: Passwords,
    private readonly rules: PasswordRules,
    private readonly tokens: PasswordResetTokens,
  ) {}

  async execute({ token, password }: ResetPassword): Promise<string> {
    const userId = await this.tokens.userOf(token);
    if (userId === null) throw new Refusal(400, unableToReset);
    const { state: user } = await this.store.load(userStream, userId);
    await this.rules.refuseWeak(password, registrationOf(user));
    const sealedHash = await this.hasher.seal(userId, password);
    // The token is spent last, so that a server too busy to hash does not cost the user the link. Of several concurrent requests, only one
    // spends it, and of requests with several links, only one sets the password.
    if ((await this.tokens.spend(token)) !== userId) throw new Refusal(400, unableToReset);
    const by = systemContext(`password-reset/${token.slice(0, 16)}`);
    const allowed = stillUnder(user.sealedHash, unableToReset);
    await this.passwords.replace({ userId, sealedHash, allowed, endsPasskeys: true }, by);
    return userId;
  }
}
