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
import { usersView } from '@superscope/contracts/read-models/users';
import type { UserRegistration } from '@superscope/domain/user/user.events';
import { lookAlikeKey, spelledOut } from '@superscope/domain/text/clean-text';
import { RuleViolation } from '@superscope/domain/rule-violation';
import { EventStore, type Written } from '@superscope/event-store/event-store';
import { Identity } from '@superscope/event-store/keys/identity';
import type { CommandContext } from '@superscope/event-store/events/recorded-event';
import { PasswordHasher } from '../../authentication/password/password-hasher.js';
import { holderOfLogin } from '../../authentication/sign-in/login-holder.js';
import { Views } from '../../platform/engines.module.js';

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
    private readonly views: Views,
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
    for (const login of logins) await this.refuseLookAlike(login, userId);
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

  /** Earlier releases reserved logins as they were typed, so a look-alike may be reserved under another id than this login's. */
  private async refuseLookAlike(login: string, userId: string): Promise<void> {
    const holder = await holderOfLogin(this.store, this.identity, login);
    if (holder !== null && holder !== userId) throw new RuleViolation('conflict', 'This username is taken.');
    const key = lookAlikeKey(login).toLowerCase();
    const users = this.views.of(usersView).find({ _id: { $ne: userId } }, { projection: { personal: 1 } });
    for (const { personal } of await users.toArray())
      for (const other of [personal?.username, personal?.email])
        if (other != null && lookAlikeKey(other).toLowerCase() === key)
          throw new RuleViolation(
            'conflict',
            `${spelledOut(login)} looks the same as ${spelledOut(other)}, which is taken.`,
          );
  }
}
