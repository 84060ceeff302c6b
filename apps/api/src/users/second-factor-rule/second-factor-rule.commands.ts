import { Injectable } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { usersView } from '@superscope/contracts/read-models/users';
import { RuleViolation } from '@superscope/domain/rule-violation';
import { clearSecondFactor, requireSecondFactor, secondFactorStream } from '@superscope/domain/user/second-factor';
import { userStream } from '@superscope/domain/user/user';
import type { Role } from '@superscope/domain/user/user.events';
import { EventStore, type Written } from '@superscope/event-store/event-store';
import type { CommandContext } from '@superscope/event-store/events/recorded-event';
import { Views } from '../../platform/engines.module.js';

/** Requires a second factor from these roles and from no others. */
export class RequireSecondFactor extends Command<Written> {
  constructor(
    readonly roles: readonly Role[],
    readonly by: CommandContext,
  ) {
    super();
  }
}

/**
 * Removes a user's authenticator app and passkeys. For a user without an e-mail address, the role's requirement has to be lifted first.
 */
export class ResetAuthenticator extends Command<Written> {
  constructor(
    readonly userId: string,
    readonly by: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(RequireSecondFactor)
@Injectable()
export class RequireSecondFactorHandler implements ICommandHandler<RequireSecondFactor> {
  constructor(
    private readonly store: EventStore,
    private readonly views: Views,
  ) {}

  async execute({ roles, by }: RequireSecondFactor): Promise<Written> {
    await this.refuseLockingOut(roles);
    return this.store.transact(secondFactorStream, '', requireSecondFactor(roles), by);
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
export class ResetAuthenticatorHandler implements ICommandHandler<ResetAuthenticator> {
  constructor(private readonly store: EventStore) {}

  async execute({ userId, by }: ResetAuthenticator): Promise<Written> {
    const { state: required } = await this.store.load(secondFactorStream, '');
    return this.store.transact(userStream, userId, clearSecondFactor(required), by);
  }
}
