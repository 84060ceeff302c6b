import { Injectable } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import {
  addAdministrator,
  administratorsStream,
  loginStream,
  registerUser,
  reserveLogin,
  setPassword,
  userStream,
} from '@superscope/domain/user/user';
import type { UserRegistration } from '@superscope/domain/user/user.events';
import { RuleViolation } from '@superscope/domain/rule-violation';
import { EventStore, type Written } from '@superscope/event-store/event-store';
import { Identity } from '@superscope/event-store/keys/identity';
import type { CommandContext } from '@superscope/event-store/events/recorded-event';
import { PasswordHasher } from '../../authentication/password/password-hasher.js';

/**
 * Registers a user, with a first password if one is given. Username and e-mail address are both logins, unique across all users. Returns
 * the position in the user's own stream.
 */
export class RegisterUser extends Command<Written> {
  constructor(
    readonly registration: UserRegistration,
    readonly password: string | null,
    readonly by: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(RegisterUser)
@Injectable()
export class RegisterUserHandler implements ICommandHandler<RegisterUser> {
  constructor(
    private readonly store: EventStore,
    private readonly identity: Identity,
    private readonly hasher: PasswordHasher,
  ) {}

  /**
   * Writes one stream at a time, and each step can be repeated safely. Logins come first, because they may be refused. A crash midway
   * leaves logins reserved for this user id, and the repeated command continues from there.
   */
  async execute({ registration, password, by }: RegisterUser): Promise<Written> {
    const { userId, role, personal } = registration;
    const logins = [
      ...new Set([personal.username, personal.email].filter((l): l is string => !!l).map((l) => l.trim())),
    ];
    if (logins.length === 0) throw new RuleViolation('invalid', 'Username/Email is required');
    const step = (name: string): CommandContext => ({ ...by, commandId: `${by.commandId}/${name}` });
    for (const [i, login] of logins.entries())
      await this.store.transact(loginStream, this.identity.loginId(login), reserveLogin(userId), step(`login${i}`));
    const registered = await this.store.transact(userStream, userId, registerUser(registration), step('user'));
    if (role === 'Admin')
      await this.store.transact(administratorsStream, '', addAdministrator(userId), step('administrator'));
    if (password === null) return registered;
    // Last, so that a user with a password is completely registered.
    const sealed = await this.hasher.seal(userId, password);
    return this.store.transact(userStream, userId, setPassword(sealed), step('password'));
  }
}
