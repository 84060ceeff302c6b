import { Controller, Inject, Injectable, Module } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { passwordRule, type PasswordRuleAnswer, passwordUpdateRequest } from '@superscope/contracts/authentication';
import { registrationOf, userStream } from '@superscope/domain/user/user';
import { EventStore } from '@superscope/event-store/event-store';
import type { CommandContext } from '@superscope/event-store/events/recorded-event';
import { ENV, type Env } from '../env.js';
import { AccessLog } from '../platform/access/access-log.js';
import { Commands } from '../platform/commands/commands.js';
import { nothing } from '../platform/endpoint/answers.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { AuthenticationModule } from './authentication.module.js';
import { PasswordHasher } from './password/password-hasher.js';
import { PasswordRules } from './password/password-rules.js';
import { Passwords, stillUnder } from './password/passwords.js';
import { originOf, sessionToken } from './session/session-cookie.js';
import { type Origin, SignInAttempts, WrongGuess } from './sign-in/attempts.js';

const changePasswordEndpoint = endpoint('POST /api/authentication/passwordUpdate', {
  summary: 'Changes the caller’s password',
  right: 'account.self',
  body: passwordUpdateRequest,
  answers: { 204: nothing },
});

const passwordRuleEndpoint = endpoint('GET /api/authentication/passwordRule', {
  summary: 'The least length of the caller’s next password, and the words that do not make it harder to guess',
  right: 'account.self',
  answers: { 200: passwordRule },
});

const unableToChange = { message: 'Unable to change password' };

/** Changes the user's own password, given the old one. Every other session of the user ends. */
class ChangePassword extends Command<void> {
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

@CommandHandler(ChangePassword)
@Injectable()
class ChangePasswordHandler implements ICommandHandler<ChangePassword> {
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

@Controller()
class ChangePasswordController {
  private readonly secure: boolean;

  constructor(
    @Inject(ENV) env: Env,
    private readonly commands: Commands,
    private readonly store: EventStore,
    private readonly rules: PasswordRules,
    private readonly accessLog: AccessLog,
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

  @Endpoint(passwordRuleEndpoint)
  async rule({ caller }: RequestOf<typeof passwordRuleEndpoint>): Promise<PasswordRuleAnswer> {
    return this.rules.of(registrationOf((await this.store.load(userStream, caller.userId)).state));
  }
}

@Module({
  imports: [AuthenticationModule],
  controllers: [ChangePasswordController],
  providers: [ChangePasswordHandler],
})
export class ChangePasswordSlice {}
