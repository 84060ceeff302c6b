import { Controller, Inject } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  activationLinkRequest,
  passwordResetLinkRequest,
  passwordResetRequest,
  passwordRule,
  passwordUpdateRequest,
  validTokenAnswer,
  type PasswordRuleAnswer,
} from '@superscope/contracts/authentication';
import { registrationOf, userStream } from '@superscope/domain/user/user';
import { EventStore } from '@superscope/event-store/event-store';
import { z } from 'zod';
import { ENV, type Env } from '../../env.js';
import { AccessLog } from '../../platform/access/access-log.js';
import { Commands } from '../../platform/commands/commands.js';
import { nothing } from '../../platform/endpoint/answers.js';
import { Endpoint, endpoint, type RequestOf, type AnswerOf } from '../../platform/endpoint/endpoint.js';
import { Refusal } from '../../platform/http/problem.filter.js';
import { RequestPrincipalResolver } from '../session/request-principal-resolver.js';
import { originOf, sessionToken } from '../session/session-cookie.js';
import { ChangePassword, ResetPassword, SendPasswordResetLink } from './change-password.command.js';
import { PasswordResetTokens } from './password-reset-tokens.js';
import { PasswordRules } from './password-rules.js';
import { SendActivationLink } from './send-activation-link.command.js';

const invalidLink = 'The password reset link is invalid, please request a new one.';

export const changePasswordEndpoint = endpoint('POST /api/authentication/passwordUpdate', {
  summary: 'Changes the caller’s password',
  right: 'account.self',
  body: passwordUpdateRequest,
  answers: { 204: nothing },
});

export const sendResetLinkEndpoint = endpoint('POST /api/authentication/passwordResetLink', {
  summary: 'Mails a link to reset the password where the address is known; answers the same in any case',
  right: 'public',
  body: passwordResetLinkRequest,
  answers: { 204: nothing },
  problems: { 429: null },
});

export const sendActivationLinkEndpoint = endpoint('POST /api/authentication/activationLink', {
  summary: 'Mails a link to set the first password where the account awaits one; answers the same in any case',
  right: 'public',
  body: activationLinkRequest,
  answers: { 204: nothing },
  problems: { 429: null },
});

export const resetPasswordEndpoint = endpoint('POST /api/authentication/passwordReset', {
  summary: 'Sets a new password, or the first one, by a link that was mailed',
  right: 'public',
  body: passwordResetRequest,
  answers: { 204: nothing },
  problems: { 429: null },
});

export const passwordRuleEndpoint = endpoint('GET /api/authentication/passwordRule', {
  summary: 'The least length of the caller’s next password, and the words that do not make it harder to guess',
  right: 'account.self',
  answers: { 200: passwordRule },
});

export const validateTokenEndpoint = endpoint('GET /api/authentication/validateToken', {
  summary: 'Whether a link to set a password is still valid, and what the password has to keep to',
  right: 'public',
  query: z.strictObject({ token: z.string().min(1, invalidLink).max(500) }),
  answers: { 200: validTokenAnswer },
});

@Controller()
export class PasswordController {
  private readonly secure: boolean;

  constructor(
    @Inject(ENV) env: Env,
    private readonly bus: CommandBus,
    private readonly commands: Commands,
    private readonly store: EventStore,
    private readonly resetTokens: PasswordResetTokens,
    private readonly rules: PasswordRules,
    private readonly accessLog: AccessLog,
    private readonly resolver: RequestPrincipalResolver,
  ) {
    this.secure = env.SUPERSCOPE_SECURE_COOKIES;
  }

  @Endpoint(changePasswordEndpoint)
  async change({ body, caller, request }: RequestOf<typeof changePasswordEndpoint>): Promise<void> {
    const { oldPassword, newPassword } = body;
    const { userId, username } = caller;
    const token = sessionToken(request, this.secure);
    const origin = originOf(request, this.secure);
    await this.commands.execute(
      request,
      (by) => new ChangePassword(userId, username, oldPassword, newPassword, token, origin, by),
    );
    this.accessLog.noteOwn(request, caller, 'changed password');
  }

  @Endpoint(sendResetLinkEndpoint)
  async sendResetLink({ body, request }: RequestOf<typeof sendResetLinkEndpoint>): Promise<void> {
    await this.bus.execute(new SendPasswordResetLink(body.email, originOf(request, this.secure)));
  }

  @Endpoint(sendActivationLinkEndpoint)
  async sendActivationLink({ body, request }: RequestOf<typeof sendActivationLinkEndpoint>): Promise<void> {
    await this.bus.execute(new SendActivationLink(body.username, originOf(request, this.secure)));
  }

  @Endpoint(resetPasswordEndpoint)
  async reset({ body, request }: RequestOf<typeof resetPasswordEndpoint>): Promise<void> {
    const userId = await this.bus.execute(new ResetPassword(body.token, body.password));
    const role = (await this.resolver.principalOf(userId))?.role ?? null;
    this.accessLog.noteOwn(request, { userId, role }, 'set password by link');
  }

  @Endpoint(passwordRuleEndpoint)
  async rule({ caller }: RequestOf<typeof passwordRuleEndpoint>): Promise<PasswordRuleAnswer> {
    return this.rules.of(registrationOf((await this.store.load(userStream, caller.userId)).state));
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
