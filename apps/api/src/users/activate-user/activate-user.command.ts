import { Injectable } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import {
  activateUser,
  addAdministrator,
  administratorsStream,
  registrationOf,
  userStream,
} from '@superscope/domain/user/user';
import { EventStore, type Written } from '@superscope/event-store/event-store';
import type { CommandContext } from '@superscope/event-store/events/recorded-event';

/** Restores a deactivated user's access. The password stays as it was. */
export class ActivateUser extends Command<Written> {
  constructor(
    readonly userId: string,
    readonly by: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(ActivateUser)
@Injectable()
export class ActivateUserHandler implements ICommandHandler<ActivateUser> {
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
