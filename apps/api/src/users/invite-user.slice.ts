import { Controller, Injectable, Module } from '@nestjs/common';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { userIdField } from '@superscope/contracts/fields';
import { invitationSent, type InvitationSent } from '@superscope/contracts/users';
import { RuleViolation } from '@superscope/domain/rule-violation';
import { awaitsActivation, registrationOf, userStream } from '@superscope/domain/user/user';
import { EventStore } from '@superscope/event-store/event-store';
import { ActivationLinks } from '../authentication/password/activation-links.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { UserChanges } from './user-changes.js';
import { UsersModule } from './users.module.js';

const inviteUserEndpoint = endpoint('POST /api/authentication/users/:userId/invitation', {
  summary: 'Mails the invitation again to somebody who has not set a password yet',
  right: 'users.manage',
  params: { userId: userIdField },
  answers: { 200: invitationSent },
  problems: { 404: null, 409: null },
});

/** Mails a new user the link that sets their first password. */
export class InviteUser extends Command<void> {
  constructor(readonly userId: string) {
    super();
  }
}

@CommandHandler(InviteUser)
@Injectable()
class InviteUserHandler implements ICommandHandler<InviteUser> {
  constructor(
    private readonly store: EventStore,
    private readonly links: ActivationLinks,
  ) {}

  async execute({ userId }: InviteUser): Promise<void> {
    const registration = registrationOf((await this.store.load(userStream, userId)).state);
    const { email } = registration.personal;
    if (email === null) throw new RuleViolation('invalid', 'This user has no e-mail address.');
    await this.links.mail(registration, email);
  }
}

@Controller()
class InviteUserController {
  constructor(
    private readonly bus: CommandBus,
    private readonly store: EventStore,
    private readonly changes: UserChanges,
  ) {}

  @Endpoint(inviteUserEndpoint)
  async invite({ params, request }: RequestOf<typeof inviteUserEndpoint>): Promise<InvitationSent> {
    const { state: user } = await this.store.load(userStream, params.userId);
    const { email } = registrationOf(user).personal;
    if (!awaitsActivation(user))
      throw new RuleViolation('conflict', 'This account is not waiting for a password: nothing was mailed.');
    await this.bus.execute(new InviteUser(params.userId));
    this.changes.note(request, 'sent invitation again', params.userId);
    return { message: `A link to choose a password was mailed to ${email}.` };
  }
}

@Module({ imports: [UsersModule], controllers: [InviteUserController], providers: [InviteUserHandler] })
export class InviteUserSlice {}
