import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { userIdField } from '@superscope/contracts/fields';
import { invitationSent, type InvitationSent } from '@superscope/contracts/users';
import { RuleViolation } from '@superscope/domain/rule-violation';
import { awaitsActivation, registrationOf, userStream } from '@superscope/domain/user/user';
import { EventStore } from '@superscope/event-store/event-store';
import { Endpoint, endpoint, type RequestOf } from '../../platform/endpoint/endpoint.js';
import { UserChanges } from '../user-changes.js';
import { InviteUser } from './invite-user.command.js';

export const inviteUserEndpoint = endpoint('POST /api/authentication/users/:userId/invitation', {
  summary: 'Mails the invitation again to somebody who has not set a password yet',
  right: 'users.manage',
  params: { userId: userIdField },
  answers: { 200: invitationSent },
  problems: { 404: null, 409: null },
});

@Controller()
export class InviteUserController {
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
