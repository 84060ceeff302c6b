import { Inject, Injectable, Logger } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { loginStream, setPassword, userStream } from '@superscope/domain/user/user';
import { EventStore } from '@superscope/event-store/event-store';
import { Identity } from '@superscope/event-store/identity';
import type { CommandContext } from '@superscope/event-store/recorded-event';
import { ENV, type Env } from '../../env.js';
import { Mailer } from '../../mail/mailer.js';
import { systemContext } from '../../platform/command-context.js';
import { Refusal } from '../../platform/problem.filter.js';
import { SessionStore } from '../session/session-store.js';
import { SignInAttempts } from '../sign-in/attempts.js';
import { PasswordHasher } from './password-hasher.js';
import { PasswordResetTokens } from './password-reset-tokens.js';

/** Changes one's own password, knowing the old one. Every other session of the user ends. */
export class ChangePassword extends Command<void> {
  constructor(
    readonly userId: string,
    readonly username: string,
    readonly oldPassword: string,
    readonly newPassword: string,
    readonly sessionToken: string | null,
    readonly address: string,
    readonly by: CommandContext,
  ) {
    super();
  }
}

/** Mails a reset link to a known address; an unknown one is answered alike, so that nobody learns who has an account. */
export class SendPasswordResetLink extends Command<void> {
  constructor(
    readonly email: string,
    readonly address: string,
  ) {
    super();
  }
}

/** Sets a new password by the token of a reset link. Every session of the user ends. */
export class ResetPassword extends Command<void> {
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
    private readonly sessions: SessionStore,
    private readonly attempts: SignInAttempts,
  ) {}

  async execute(command: ChangePassword): Promise<void> {
    const { userId, username, oldPassword, newPassword, sessionToken, address, by } = command;
    await this.attempts.check(username, address);
    const { state } = await this.store.load(userStream, userId);
    if (state.sealedHash === null || !(await this.hasher.matches(userId, state.sealedHash, oldPassword))) {
      await this.attempts.failed(username, address);
      throw new Refusal(400, { message: 'Unable to change password' });
    }
    await this.store.transact(userStream, userId, setPassword(await this.hasher.seal(userId, newPassword)), by);
    await this.sessions.endAll(userId, sessionToken);
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
    await this.attempts.check(`reset ${email}`, address);
    // Every request counts: a mailbox must not be flooded from here.
    await this.attempts.failed(`reset ${email}`, address);
    // The answer neither waits for the mail nor tells that it failed: both would say that the account exists.
    void this.mailTo(email).catch((err: unknown) => this.log.error({ msg: 'a reset link was not sent', err }));
  }

  private async mailTo(email: string): Promise<void> {
    const { state: userId } = await this.store.load(loginStream, this.identity.loginId(email));
    if (userId === null) return;
    const { state: user } = await this.store.load(userStream, userId);
    const to = user.registration?.personal.email;
    if (!user.active || !to) return;
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
    private readonly store: EventStore,
    private readonly hasher: PasswordHasher,
    private readonly sessions: SessionStore,
    private readonly tokens: PasswordResetTokens,
  ) {}

  async execute({ token, password }: ResetPassword): Promise<void> {
    const userId = await this.tokens.spend(token);
    if (userId === null) throw new Refusal(400, { message: 'Unable to reset password' });
    const sealed = await this.hasher.seal(userId, password);
    await this.store.transact(
      userStream,
      userId,
      setPassword(sealed),
      systemContext(`password-reset/${token.slice(0, 16)}`),
    );
    await this.sessions.endAll(userId);
  }
}
