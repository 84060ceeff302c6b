import { Controller, Logger } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { registerUserRequest, userWritten, type UserWritten } from '@superscope/contracts/users';
import { EventStore } from '@superscope/event-store/event-store';
import { Identity } from '@superscope/event-store/keys/identity';
import { Commands } from '../../platform/commands/commands.js';
import { Endpoint, endpoint, type RequestOf } from '../../platform/endpoint/endpoint.js';
import { contextOf } from '../context-of.js';
import { InviteUser } from '../invite-user/invite-user.command.js';
import { withErrors } from '../rule-errors.js';
import { UserChanges } from '../user-changes.js';
import { RegisterUser } from './register-user.command.js';

export const registerPersonEndpoint = endpoint('POST /api/authentication/register', {
  summary: 'Registers a person under their e-mail address, and mails them a link to choose a password',
  right: 'users.manage',
  body: registerUserRequest,
  answers: { 201: userWritten },
});

/** Roles of people who may also work in OneCentral. */
const oneCentralRoles: readonly string[] = ['AuthorizedRep', 'Staff', 'Admin'];

@Controller()
export class RegisterPersonController {
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
