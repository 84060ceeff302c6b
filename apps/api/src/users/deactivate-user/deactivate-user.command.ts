import { Injectable } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { deactivateUser, registrationOf, userStream } from '@superscope/domain/user/user';
import { EventStore, type Written } from '@superscope/event-store/event-store';
import type { CommandContext } from '@superscope/event-store/events/recorded-event';
import { PasswordResetTokens } from '../../authentication/password/password-reset-tokens.js';
import { RequestPrincipalResolver } from '../../authentication/session/request-principal-resolver.js';
import { SessionStore } from '../../authentication/session/session-store.js';
import { endAdministrator } from '../administrators.js';

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
