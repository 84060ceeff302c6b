import { Injectable } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import {
  addAdministrator,
  administratorsStream,
  registrationOf,
  reviseUser,
  userStream,
  type User,
} from '@superscope/domain/user/user';
import type { UserRegistration } from '@superscope/domain/user/user.events';
import { EventStore, type Written } from '@superscope/event-store/event-store';
import type { CommandContext } from '@superscope/event-store/events/recorded-event';
import { RequestPrincipalResolver } from '../../authentication/session/request-principal-resolver.js';
import { endAdministrator } from '../administrators.js';

/** The fields of a user that an Admin may revise. An omitted field stays as it is. */
export type Revision = Partial<Pick<UserRegistration, 'role' | 'context' | 'domain'>> & { name: string | null };

/** Revises a user. Open sessions get the new role and context with their next request. */
export class ReviseUser extends Command<Written> {
  constructor(
    readonly userId: string,
    readonly revision: Revision,
    readonly by: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(ReviseUser)
@Injectable()
export class ReviseUserHandler implements ICommandHandler<ReviseUser> {
  constructor(
    private readonly store: EventStore,
    private readonly resolver: RequestPrincipalResolver,
  ) {}

  async execute({ userId, revision: { name, ...revision }, by }: ReviseUser): Promise<Written> {
    const { state: before } = await this.store.load(userStream, userId);
    const { role } = registrationOf(before);
    const isAdmin = (revision.role ?? role) === 'Admin' && before.active;
    const step = (part: string): CommandContext => ({ ...by, commandId: `${by.commandId}/${part}` });
    // Leaving the list of Admins comes first, because it may be refused. Joining it comes last, because only an Admin belongs on the list.
    if (role === 'Admin' && !isAdmin) await endAdministrator(this.store, userId, step('administrators'));
    const decision = (user: User) => {
      const known = registrationOf(user);
      return reviseUser({ ...known, ...revision, personal: { ...known.personal, name } })(user);
    };
    const written = await this.store.transact(userStream, userId, decision, step('user'));
    if (isAdmin) await this.store.transact(administratorsStream, '', addAdministrator(userId), step('administrator'));
    this.resolver.forgetAll();
    return written;
  }
}
