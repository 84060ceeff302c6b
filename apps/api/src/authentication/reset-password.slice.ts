import { Controller, Inject, Injectable, Logger, Module } from '@nestjs/common';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { passwordResetLinkRequest, passwordResetRequest, validTokenAnswer } from '@superscope/contracts/authentication';
import { registrationOf, userStream } from '@superscope/domain/user/user';
import { EventStore } from '@superscope/event-store/event-store';
import { Identity } from '@superscope/event-store/keys/identity';
import { z } from 'zod';
import { ENV, type Env } from '../env.js';
import { Mailer } from '../mail/mailer.js';
import { AccessLog } from '../platform/access/access-log.js';
import { systemContext } from '../platform/commands/command-context.js';
import { nothing } from '../platform/endpoint/answers.js';
import { type AnswerOf, Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Refusal } from '../platform/http/problem.filter.js';
import { AuthenticationModule } from './authentication.module.js';
import { PasswordHasher } from './password/password-hasher.js';
import { PasswordResetTokens } from './password/password-reset-tokens.js';
import { PasswordRules } from './password/password-rules.js';
import { Passwords, stillUnder } from './password/passwords.js';
import { RequestPrincipalResolver } from './session/request-principal-resolver.js';
import { originOf } from './session/session-cookie.js';
import { type Origin, SignInAttempts } from './sign-in/attempts.js';
import { holderOfLogin } from './sign-in/login-holder.js';

const invalidLink = 'The password reset link is invalid, please request a new one.';

const sendResetLinkEndpoint = endpoint('POST /api/authentication/passwordResetLink', {
  summary: 'Mails a link to reset the password where the address is known; answers the same in any case',
  right: 'public',
  body: passwordResetLinkRequest,
  answers: { 204: nothing },
  problems: { 429: null },
});

const resetPasswordEndpoint = endpoint('POST /api/authentication/passwordReset', {
  summary: 'Sets a new password, or the first one, by a link that was mailed',
  right: 'public',
  body: passwordResetRequest,
  answers: { 204: nothing },
  problems: { 429: null },
});

const validateTokenEndpoint = endpoint('GET /api/authentication/validateToken', {
  summary: 'Whether a link to set a password is still valid, and what the password has to keep to',
  right: 'public',
  query: z.strictObject({ token: z.string().min(1, invalidLink).max(500) }),
  answers: { 200: validTokenAnswer },
});

const unableToReset = { message: 'Unable to reset password' };

/**
 * Mails a reset link to a known address, unless the mailbox holds several that work. An unknown address gets the same response, so that it does not reveal whether an account exists.
 */
class SendPasswordResetLink extends Command<void> {
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
class ResetPassword extends Command<string> {
  constructor(
    readonly token: string,
    readonly password: string,
  ) {
    super();
  }
}

@CommandHandler(SendPasswordResetLink)
@Injectable()
class SendPasswordResetLinkHandler implements ICommandHandler<SendPasswordResetLink> {
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
class ResetPasswordHandler implements ICommandHandler<ResetPassword> {
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

@Controller()
class ResetPasswordController {
  private readonly secure: boolean;

  constructor(
    @Inject(ENV) env: Env,
    private readonly bus: CommandBus,
    private readonly store: EventStore,
    private readonly resetTokens: PasswordResetTokens,
    private readonly rules: PasswordRules,
    private readonly accessLog: AccessLog,
    private readonly resolver: RequestPrincipalResolver,
  ) {
    this.secure = env.SUPERSCOPE_SECURE_COOKIES;
  }

  @Endpoint(sendResetLinkEndpoint)
  async sendResetLink({ body, request }: RequestOf<typeof sendResetLinkEndpoint>): Promise<void> {
    await this.bus.execute(new SendPasswordResetLink(body.email, originOf(request, this.secure)));
  }

  @Endpoint(resetPasswordEndpoint)
  async reset({ body, request }: RequestOf<typeof resetPasswordEndpoint>): Promise<void> {
    const userId = await this.bus.execute(new ResetPassword(body.token, body.password));
    const role = (await this.resolver.principalOf(userId))?.role ?? null;
    this.accessLog.noteOwn(request, { userId, role }, 'set password by link');
  }

  /** The client shows the reset form only if this returns 200. */
  @Endpoint(validateTokenEndpoint)
  async validate({ query }: RequestOf<typeof validateTokenEndpoint>): Promise<AnswerOf<typeof validateTokenEndpoint>> {
    const userId = await this.resetTokens.userOf(query.token);
    const registration = userId === null ? null : (await this.store.load(userStream, userId)).state.registration;
    if (registration === null) throw new Refusal(400, { message: invalidLink });
    return { valid: true, rule: await this.rules.of(registration) };
  }
}

@Module({
  imports: [AuthenticationModule],
  controllers: [ResetPasswordController],
  providers: [SendPasswordResetLinkHandler, ResetPasswordHandler],
})
export class ResetPasswordSlice {}
