import { Body, Controller, Get, HttpCode, Inject, Post, Query, Req, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  passwordResetLinkRequest,
  passwordResetRequest,
  passwordUpdateRequest,
  signInRequest,
  type AuthenticationAnswer,
} from '@superscope/contracts/authentication';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ENV, type Env } from '../env.js';
import { AccessLog } from '../platform/access/access-log.js';
import { callerOf } from '../platform/access/caller.js';
import { CommandContexts } from '../platform/commands/command-context.js';
import { Policy } from '../platform/access/policy.js';
import { onlyPlan, type Principal } from '../platform/access/principal.js';
import { Refusal } from '../platform/http/problem.filter.js';
import { ChangePassword, ResetPassword, SendPasswordResetLink } from './password/change-password.command.js';
import { PasswordResetTokens } from './password/password-reset-tokens.js';
import {
  clearSessionCookie,
  deviceToken,
  sessionToken,
  setDeviceCookie,
  setSessionCookie,
  setSignOnError,
} from './session/session-cookie.js';
import { RequestPrincipalResolver } from './session/request-principal-resolver.js';
import { SessionStore } from './session/session-store.js';
import type { Origin } from './sign-in/attempts.js';
import { SignIn } from './sign-in/sign-in.command.js';

const invalidLink = 'The password reset link is invalid, please request a new one.';
/** Where to after signing on, which nobody can yet. */
const signOnQuery = z.strictObject({ redirect: z.string().max(2000).optional() });
const tokenQuery = z.strictObject({ token: z.string().min(1, invalidLink).max(500) });

const answerFor = ({ username, name, role, scope }: Principal): AuthenticationAnswer => ({
  user: { username, name, role, planId: role === 'CompanyRep' ? onlyPlan(scope) : null },
});

@Controller('api/authentication')
export class AuthenticationController {
  private readonly secure: boolean;

  constructor(
    @Inject(ENV) env: Env,
    private readonly commands: CommandBus,
    private readonly sessions: SessionStore,
    private readonly resolver: RequestPrincipalResolver,
    private readonly resetTokens: PasswordResetTokens,
    private readonly accessLog: AccessLog,
    private readonly contexts: CommandContexts,
  ) {
    this.secure = env.SUPERSCOPE_SECURE_COOKIES;
  }

  /** Who is signed in; 401 when nobody is. */
  @Get()
  @Policy('account.self')
  current(@Req() request: FastifyRequest): AuthenticationAnswer {
    return answerFor(callerOf(request));
  }

  @Post()
  @HttpCode(200)
  @Policy('public')
  async signIn(
    @Body() body: unknown,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AuthenticationAnswer> {
    const previous = sessionToken(request, this.secure);
    const { userId, token, device } = await this.commands.execute(
      new SignIn(signInRequest.parse(body), this.originOf(request)),
    );
    if (previous !== null) await this.endSession(previous);
    const principal = await this.resolver.principalOf(userId);
    if (principal === null) throw new Refusal(401, { message: 'Unable to login' });
    setSessionCookie(reply, token, this.secure);
    setDeviceCookie(reply, device, this.secure);
    this.note(principal, request, 'signed in');
    return answerFor(principal);
  }

  @Post('logout')
  @HttpCode(204)
  @Policy('public')
  async signOut(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<void> {
    const token = sessionToken(request, this.secure);
    if (token !== null) await this.endSession(token);
    clearSessionCookie(reply, this.secure);
    if (request.principal) this.note(request.principal, request, 'signed out');
  }

  @Post('passwordUpdate')
  @HttpCode(204)
  @Policy('account.self')
  async changePassword(@Body() body: unknown, @Req() request: FastifyRequest): Promise<void> {
    const { oldPassword, newPassword } = passwordUpdateRequest.parse(body);
    const { userId, username } = callerOf(request);
    const token = sessionToken(request, this.secure);
    const origin = this.originOf(request);
    await this.commands.execute(
      new ChangePassword(userId, username, oldPassword, newPassword, token, origin, this.contexts.of(request)),
    );
    this.note(callerOf(request), request, 'changed password');
  }

  @Post('passwordResetLink')
  @HttpCode(204)
  @Policy('public')
  async sendResetLink(@Body() body: unknown, @Req() request: FastifyRequest): Promise<void> {
    const { email } = passwordResetLinkRequest.parse(body);
    await this.commands.execute(new SendPasswordResetLink(email, request.ip));
  }

  @Post('passwordReset')
  @HttpCode(204)
  @Policy('public')
  async resetPassword(@Body() body: unknown): Promise<void> {
    const { token, password } = passwordResetRequest.parse(body);
    await this.commands.execute(new ResetPassword(token, password));
  }

  /** 200 makes the reset form usable. */
  @Get('validateToken')
  @Policy('public')
  async validateToken(@Query() query: unknown): Promise<{ valid: true }> {
    const { token } = tokenQuery.parse(query);
    if ((await this.resetTokens.userOf(token)) === null) throw new Refusal(400, { message: invalidLink });
    return { valid: true };
  }

  /** Browser navigation. Where no identity provider is set, the sign-in screen says so. */
  @Get('staff')
  @Policy('public')
  staffSignOn(@Query() query: unknown, @Res() reply: FastifyReply): void {
    signOnQuery.parse(query);
    setSignOnError(reply, 'Staff single sign-on is not set up here. Please use your password.', this.secure);
    void reply.redirect('/login', 302);
  }

  private originOf(request: FastifyRequest): Origin {
    return { address: request.ip, device: deviceToken(request, this.secure) };
  }

  private async endSession(token: string): Promise<void> {
    await this.sessions.end(token);
    this.resolver.forget(token);
  }

  private note({ userId, role }: Principal, request: FastifyRequest, action: string): void {
    const what = { object: null, planId: null, rows: null, outcome: 'ok' } as const;
    this.accessLog.note(request, { userId, role, action, ...what });
  }
}
