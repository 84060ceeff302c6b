import { Controller, Injectable, Module } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { changedSince } from '@superscope/contracts/changed-since';
import { userIdField } from '@superscope/contracts/fields';
import { usersView } from '@superscope/contracts/read-models/users';
import { secondFactorRule, type SecondFactorRule } from '@superscope/contracts/second-factor';
import { userWritten, writtenMessage, type UserWritten, type WrittenMessage } from '@superscope/contracts/users';
import { RuleViolation } from '@superscope/domain/rule-violation';
import { clearSecondFactor, requireSecondFactor, secondFactorStream } from '@superscope/domain/user/second-factor';
import { registrationOf, userStream } from '@superscope/domain/user/user';
import type { Role } from '@superscope/domain/user/user.events';
import type { Reading } from '@superscope/event-store/appending/deciding';
import { EventStore, type Written } from '@superscope/event-store/event-store';
import type { CommandContext } from '@superscope/event-store/events/recorded-event';
import { Commands } from '../platform/commands/commands.js';
import { Revisions, type SavedRecord } from '../platform/commands/revisions.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Views } from '../platform/engines.module.js';
import { withErrors } from './rule-errors.js';
import { UserChanges } from './user-changes.js';
import { UsersModule } from './users.module.js';

const secondFactorRuleEndpoint = endpoint('GET /api/authentication/secondFactorRule', {
  summary: 'The roles that must give a second proof at sign-in',
  right: 'users.manage',
  answers: { 200: secondFactorRule },
});

const requireSecondFactorEndpoint = endpoint('PUT /api/authentication/secondFactorRule', {
  summary:
    'Requires a second proof at sign-in of these roles and of no other. With `revision`, a rule that somebody changed since is kept',
  right: 'users.manage',
  body: secondFactorRule,
  answers: { 200: writtenMessage },
  problems: { 409: changedSince },
});

const resetAuthenticatorEndpoint = endpoint('DELETE /api/authentication/users/:userId/authenticator', {
  summary: 'Removes the authenticator app and the passkeys of a user who has lost them',
  right: 'users.manage',
  params: { userId: userIdField },
  answers: { 200: userWritten },
  problems: { 404: null },
});

const rule: SavedRecord<readonly Role[]> = {
  stream: secondFactorStream,
  id: '',
  fields: (required) => ({ Roles: required.join(', ') || null }),
};

/** Requires a second factor from these roles and from no others. */
class RequireSecondFactor extends Command<Written> {
  constructor(
    readonly roles: readonly Role[],
    /** The rule as somebody had read it; empty if nobody said. */
    readonly reading: Reading<readonly Role[]>,
    readonly by: CommandContext,
  ) {
    super();
  }
}

/**
 * Removes a user's authenticator app and passkeys. For a user without an e-mail address, the role's requirement has to be lifted first.
 */
class ResetAuthenticator extends Command<Written> {
  constructor(
    readonly userId: string,
    readonly by: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(RequireSecondFactor)
@Injectable()
class RequireSecondFactorHandler implements ICommandHandler<RequireSecondFactor> {
  constructor(
    private readonly store: EventStore,
    private readonly views: Views,
  ) {}

  async execute({ roles, reading, by }: RequireSecondFactor): Promise<Written> {
    await this.refuseLockingOut(roles);
    return this.store.transact(secondFactorStream, '', requireSecondFactor(roles), by, reading);
  }

  /**
   * Throws RuleViolation if a user with neither an e-mail address nor an app could no longer sign in, such as the first Admin, who has no
   * address.
   */
  private async refuseLockingOut(roles: readonly Role[]): Promise<void> {
    const users = await this.views
      .of(usersView)
      .find({ role: { $in: [...roles] }, active: true })
      .toArray();
    const stuck = users.filter(({ personal, authenticator }) => personal.email === null && authenticator !== true);
    if (stuck.length === 0) return;
    const names = stuck.map(({ personal }) => personal.username).sort();
    throw new RuleViolation(
      'conflict',
      `Without an e-mail address and an authenticator app, ${names.join(', ')} could not sign in any more.`,
    );
  }
}

@CommandHandler(ResetAuthenticator)
@Injectable()
class ResetAuthenticatorHandler implements ICommandHandler<ResetAuthenticator> {
  constructor(private readonly store: EventStore) {}

  async execute({ userId, by }: ResetAuthenticator): Promise<Written> {
    const { state: required } = await this.store.load(secondFactorStream, '');
    return this.store.transact(userStream, userId, clearSecondFactor(required), by);
  }
}

@Controller()
class SecondFactorRuleController {
  constructor(
    private readonly commands: Commands,
    private readonly store: EventStore,
    private readonly changes: UserChanges,
    private readonly revisions: Revisions,
  ) {}

  @Endpoint(secondFactorRuleEndpoint)
  async show(): Promise<SecondFactorRule> {
    const { state, revision } = await this.store.load(secondFactorStream, '');
    return { roles: state as SecondFactorRule['roles'], revision: Number(revision) };
  }

  @Endpoint(requireSecondFactorEndpoint)
  async require({ body, request }: RequestOf<typeof requireSecondFactorEndpoint>): Promise<WrittenMessage> {
    const written = await withErrors('roles', () =>
      this.revisions.guard(rule, body.revision, (reading) =>
        this.commands.write(request, (by) => new RequireSecondFactor(body.roles, reading, by)),
      ),
    );
    this.changes.note(request, 'required second factor', body.roles.join(' ') || 'nobody');
    return { ...written, message: 'Saved. It holds from the next sign-in on.' };
  }

  @Endpoint(resetAuthenticatorEndpoint)
  async reset({ params, request }: RequestOf<typeof resetAuthenticatorEndpoint>): Promise<UserWritten> {
    const { userId } = params;
    const { personal } = registrationOf((await this.store.load(userStream, userId)).state);
    const written = await withErrors('userId', () =>
      this.commands.write(request, (by) => new ResetAuthenticator(userId, by)),
    );
    this.changes.note(request, 'reset authenticator', userId);
    return {
      ...written,
      userId,
      message: `${personal.username} signs in without an authenticator app and passkeys now.`,
    };
  }
}

@Module({
  imports: [UsersModule],
  controllers: [SecondFactorRuleController],
  providers: [RequireSecondFactorHandler, ResetAuthenticatorHandler],
})
export class SecondFactorRuleSlice {}
