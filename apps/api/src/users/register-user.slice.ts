import { Controller, Injectable, Logger, Module } from '@nestjs/common';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import {
  registerApplicationRequest,
  registeredApplication,
  type RegisteredApplication,
} from '@superscope/contracts/applications';
import { usersView } from '@superscope/contracts/read-models/users';
import {
  registerBrowserClientRequest,
  registerUserRequest,
  userWritten,
  type UserWritten,
} from '@superscope/contracts/users';
import { RuleViolation } from '@superscope/domain/rule-violation';
import { lookAlikeKey, spelledOut } from '@superscope/domain/text/clean-text';
import { hostNameOf, isWithoutTls } from '@superscope/domain/user/host-name';
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
import { EventStore, type Written } from '@superscope/event-store/event-store';
import type { CommandContext } from '@superscope/event-store/events/recorded-event';
import { Identity } from '@superscope/event-store/keys/identity';
import { PasswordHasher } from '../authentication/password/password-hasher.js';
import { holderOfLogin } from '../authentication/sign-in/login-holder.js';
import { Commands } from '../platform/commands/commands.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Views } from '../platform/engines.module.js';
import { contextOf } from './context-of.js';
import { InviteUser } from './invite-user.slice.js';
import { withErrors } from './rule-errors.js';
import { UserChanges } from './user-changes.js';
import { UsersModule } from './users.module.js';

const registerPersonEndpoint = endpoint('POST /api/authentication/register', {
  summary: 'Registers a person under their e-mail address, and mails them a link to choose a password',
  right: 'users.manage',
  body: registerUserRequest,
  answers: { 201: userWritten },
});

/** Roles of people who may also work in OneCentral. */
const oneCentralRoles: readonly string[] = ['AuthorizedRep', 'Staff', 'Admin'];

export const registerApplicationEndpoint = endpoint('POST /api/applications', {
  summary: 'Registers an Application',
  right: 'users.manage',
  body: registerApplicationRequest,
  answers: { 201: registeredApplication },
});

const registerBrowserClientEndpoint = endpoint('POST /api/authentication/registerBrowserClient', {
  summary: 'Registers a BrowserClient: a microsite, whose pages read public documents of one employer or platform',
  right: 'users.manage',
  body: registerBrowserClientRequest,
  answers: { 201: userWritten },
});

/** The host name in the entered text. Throws RuleViolation if there is none, or if its pages are not secure. */
export function domainOf(text: string): string {
  const domain = hostNameOf(text);
  if (domain === null) throw new RuleViolation('invalid', 'A domain is a host name, such as super.example.com.');
  if (isWithoutTls(text))
    throw new RuleViolation(
      'invalid',
      'A microsite’s pages are opened over https; only this computer’s own may use http.',
    );
  return domain;
}

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

@Controller()
class RegisterPersonController {
  private readonly log = new Logger('Invitation');

  constructor(
    private readonly commands: Commands,
    private readonly bus: CommandBus,
    private readonly store: EventStore,
    private readonly identity: Identity,
    private readonly changes: UserChanges,
  ) {}

  @Endpoint(registerPersonEndpoint)
  async register({ body, request }: RequestOf<typeof registerPersonEndpoint>): Promise<UserWritten> {
    const { email, role, contextId, name, oneCentral } = body;
    // The id is derived from the e-mail address, so that a request repeated after a crash continues with the same user.
    const userId = this.identity.userIdOf(email);
    const context = await withErrors('contextId', () => contextOf(this.store, role, contextId));
    const registration = {
      userId,
      role,
      context,
      emailCode: false,
      oneCentral: oneCentral && oneCentralRoles.includes(role),
      personal: { username: email, name, email },
    };
    const written = await withErrors('email', () =>
      this.commands.write(request, (by) => new RegisterUser(registration, null, by)),
    );
    this.changes.note(request, 'registered user', userId, { role });
    return { ...written, userId, message: await this.invite(userId, email) };
  }

  /**
   * Mails the invitation and returns the message for the Admin. The registration stays even if the mail fails: the person can request the
   * link on the sign-in screen.
   */
  private async invite(userId: string, email: string): Promise<string> {
    try {
      await this.bus.execute(new InviteUser(userId));
      return `${email} is registered. A link to choose a password was mailed.`;
    } catch (err) {
      this.log.error({ msg: 'an invitation was not sent', err });
      return `${email} is registered, but the invitation could not be mailed. They can ask for it at the sign-in screen.`;
    }
  }
}

@Controller()
class RegisterApplicationController {
  constructor(
    private readonly commands: Commands,
    private readonly identity: Identity,
    private readonly changes: UserChanges,
  ) {}

  @Endpoint(registerApplicationEndpoint)
  async register({ body, request }: RequestOf<typeof registerApplicationEndpoint>): Promise<RegisteredApplication> {
    const { username, name, context } = body;
    // The id is derived from the name, so that a request repeated after a crash continues with the same user.
    const userId = this.identity.userIdOf(username);
    const personal = { username, name, email: null };
    const registration = { userId, role: 'Application', context, emailCode: false, personal } as const;
    const written = await withErrors('username', () =>
      this.commands.write(request, (by) => new RegisterUser(registration, null, by)),
    );
    this.changes.note(request, 'registered user', userId, { role: 'Application' });
    return { userId, ...written };
  }
}

@Controller()
class RegisterBrowserClientController {
  constructor(
    private readonly commands: Commands,
    private readonly store: EventStore,
    private readonly identity: Identity,
    private readonly changes: UserChanges,
  ) {}

  @Endpoint(registerBrowserClientEndpoint)
  async register({ body, request }: RequestOf<typeof registerBrowserClientEndpoint>): Promise<UserWritten> {
    const { username, contextId } = body;
    const userId = this.identity.userIdOf(username);
    const domain = await withErrors('domain', async () => domainOf(body.domain));
    const context = await withErrors('contextId', () => contextOf(this.store, 'BrowserClient', contextId));
    const personal = { username, name: null, email: null };
    const registration = { userId, role: 'BrowserClient', context, emailCode: false, domain, personal } as const;
    const written = await withErrors('username', () =>
      this.commands.write(request, (by) => new RegisterUser(registration, null, by)),
    );
    this.changes.note(request, 'registered user', userId, { role: 'BrowserClient' });
    return {
      ...written,
      userId,
      message: `${username} is registered. Issue a token for its pages under Access tokens.`,
    };
  }
}

@Module({
  imports: [UsersModule],
  controllers: [RegisterPersonController, RegisterApplicationController, RegisterBrowserClientController],
  providers: [RegisterUserHandler],
})
export class RegisterUserSlice {}
