import { Inject, Injectable, Logger } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { leastStrength, passwordStrength } from '@superscope/contracts/password-strength';
import { userStream, type User } from '@superscope/domain/user/user';
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
import { Passwords } from './passwords.js';

const unableToChange = { message: 'Unable to change password' };
const unableToReset = { message: 'Unable to reset password' };

/** The form's rule, enforced here as well, so that other clients cannot set a password that is easy to guess. */
async function refuseWeak(password: string): Promise<void> {
  if ((await passwordStrength(password)) < leastStrength)
    throw new Refusal(400, { message: 'Choose a password that is harder to guess' });
}

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
 * Mails a reset link to a known address. An unknown address gets the same response, so that it does not reveal whether an account exists.
 */
export class SendPasswordResetLink extends Command<void> {
  constructor(
    readonly email: string,
    readonly address: string,
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

@CommandHandler(ChangePassword)
@Injectable()
export class ChangePasswordHandler implements ICommandHandler<ChangePassword> {
  constructor(
    private readonly store: EventStore,
    private readonly hasher: PasswordHasher,
    private readonly passwords: Passwords,
    private readonly attempts: SignInAttempts,
  ) {}

  execute(command: ChangePassword): Promise<void> {
    return this.attempts.attempt(command.username, command.origin, () => this.change(command));
  }

  private async change({ userId, oldPassword, newPassword, sessionToken, by }: ChangePassword): Promise<void> {
    const { sealedHash: before } = (await this.store.load(userStream, userId)).state;
    if (before === null || !(await this.hasher.matches(userId, before, oldPassword)))
      throw new WrongGuess(400, unableToChange);
    // Another password may be set while this one is being hashed. The old password gives no right to replace that one.
    const allowed = (user: User) => {
      if (user.sealedHash !== before) throw new Refusal(400, unableToChange);
    };
    await refuseWeak(newPassword);
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

  async execute({ email, address }: SendPasswordResetLink): Promise<void> {
    // Every request counts as an attempt, so that nobody can flood a mailbox.
    await this.attempts.count(`reset ${email}`, address);
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
    const link = new URL('/reset-password', this.env.SUPERSCOPE_PUBLIC_URL);
    link.searchParams.set('token', await this.tokens.create(userId));
    await this.mailer.send({
      to,
      subject: 'Reset your Superscope password',
      text: `To choose a new password, open ${link.href} within an hour. If you did not ask for this, nothing has changed.`,
    });
  }
}

@CommandHandler(ResetPassword)
@Injectable()
export class ResetPasswordHandler implements ICommandHandler<ResetPassword> {
  constructor(
    private readonly hasher: PasswordHasher,
    private readonly passwords: Passwords,
    private readonly tokens: PasswordResetTokens,
  ) {}

  async execute({ token, password }: ResetPassword): Promise<string> {
    const userId = await this.tokens.userOf(token);
    if (userId === null) throw new Refusal(400, unableToReset);
    await refuseWeak(password);
    const sealedHash = await this.hasher.seal(userId, password);
    // The token is spent last, so that a server too busy to hash does not cost the user the link. Of several concurrent requests, only one
    // spends it.
    if ((await this.tokens.spend(token)) !== userId) throw new Refusal(400, unableToReset);
    const by = systemContext(`password-reset/${token.slice(0, 16)}`);
    await this.passwords.replace({ userId, sealedHash, endsPasskeys: true }, by);
    return userId;
  }
}
