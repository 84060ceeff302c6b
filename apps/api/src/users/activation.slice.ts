import { Controller, Injectable, Module } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { activationRequest, userWritten, type UserWritten } from '@superscope/contracts/users';
import { RuleViolation } from '@superscope/domain/rule-violation';
import {
  activateUser,
  addAdministrator,
  administratorsStream,
  deactivateUser,
  registrationOf,
  userStream,
} from '@superscope/domain/user/user';
import { EventStore, type Written } from '@superscope/event-store/event-store';
import type { CommandContext } from '@superscope/event-store/events/recorded-event';
import { Identity } from '@superscope/event-store/keys/identity';
import { PasswordResetTokens } from '../authentication/password/password-reset-tokens.js';
import { RequestPrincipalResolver } from '../authentication/session/request-principal-resolver.js';
import { SessionStore } from '../authentication/session/session-store.js';
import { holderOfLogin } from '../authentication/sign-in/login-holder.js';
import { Commands } from '../platform/commands/commands.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { endAdministrator } from './administrators.js';
import { withErrors } from './rule-errors.js';
import { UserChanges } from './user-changes.js';
import { UsersModule } from './users.module.js';

const activationEndpoint = endpoint('PATCH /api/authentication/activation', {
  summary: 'Activates or deactivates a user; deactivating ends their sessions',
  right: 'users.manage',
  body: activationRequest,
  answers: { 200: userWritten },
  problems: { 404: null },
});

/** Restores a deactivated user's access. The password stays as it was. */
class ActivateUser extends Command<Written> {
  constructor(
    readonly userId: string,
    readonly by: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(ActivateUser)
@Injectable()
class ActivateUserHandler implements ICommandHandler<ActivateUser> {
  constructor(private readonly store: EventStore) {}

  async execute({ userId, by }: ActivateUser): Promise<Written> {
    const { role } = registrationOf((await this.store.load(userStream, userId)).state);
    const step = (name: string): CommandContext => ({ ...by, commandId: `${by.commandId}/${name}` });
    const written = await this.store.transact(userStream, userId, activateUser, step('user'));
    if (role === 'Admin')
      await this.store.transact(administratorsStream, '', addAdministrator(userId), step('administrator'));
    return written;
  }
}

/** Ends a user's access, including sessions and reset links. Throws RuleViolation for the last Admin. */
export class DeactivateUser extends Command<Written> {
  constructor(
    readonly userId: string,
    readonly by: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(DeactivateUser)
@Injectable()
export class DeactivateUserHandler implements ICommandHandler<DeactivateUser> {
  constructor(
    private readonly store: EventStore,
    private readonly sessions: SessionStore,
    private readonly tokens: PasswordResetTokens,
    private readonly resolver: RequestPrincipalResolver,
  ) {}

  async execute({ userId, by }: DeactivateUser): Promise<Written> {
    const { role } = registrationOf((await this.store.load(userStream, userId)).state);
    const step = (name: string): CommandContext => ({ ...by, commandId: `${by.commandId}/${name}` });
    // First, because this step may be refused.
    if (role === 'Admin') await endAdministrator(this.store, userId, step('administrators'));
    const written = await this.store.transact(userStream, userId, deactivateUser, step('user'));
    await this.tokens.deleteAll(userId);
    await this.sessions.endAll(userId);
    this.resolver.forgetAll();
    return written;
  }
}

@Controller()
class ActivationController {
  constructor(
    private readonly commands: Commands,
    private readonly store: EventStore,
    private readonly identity: Identity,
    private readonly changes: UserChanges,
  ) {}

  @Endpoint(activationEndpoint)
  async change({ body, request }: RequestOf<typeof activationEndpoint>): Promise<UserWritten> {
    const { username, active } = body;
    const userId = await holderOfLogin(this.store, this.identity, username);
    const written = await withErrors('username', async () => {
      if (userId === null) throw new RuleViolation('not-found', 'There is no such user.');
      return this.commands.write(request, (by) =>
        active ? new ActivateUser(userId, by) : new DeactivateUser(userId, by),
      );
    });
    this.changes.note(request, active ? 'activated user' : 'deactivated user', userId!);
    return { ...written, userId: userId!, message: `${username} is ${active ? 'activated' : 'deactivated'}.` };
  }
}

@Module({
  imports: [UsersModule],
  controllers: [ActivationController],
  providers: [ActivateUserHandler, DeactivateUserHandler],
})
export class ActivationSlice {}
