import { Controller } from '@nestjs/common';
import { activationRequest, userWritten, type UserWritten } from '@superscope/contracts/users';
import { RuleViolation } from '@superscope/domain/rule-violation';
import { EventStore } from '@superscope/event-store/event-store';
import { Identity } from '@superscope/event-store/keys/identity';
import { holderOfLogin } from '../../authentication/sign-in/login-holder.js';
import { Commands } from '../../platform/commands/commands.js';
import { Endpoint, endpoint, type RequestOf } from '../../platform/endpoint/endpoint.js';
import { DeactivateUser } from '../deactivate-user/deactivate-user.command.js';
import { withErrors } from '../rule-errors.js';
import { UserChanges } from '../user-changes.js';
import { ActivateUser } from './activate-user.command.js';

export const activationEndpoint = endpoint('PATCH /api/authentication/activation', {
  summary: 'Activates or deactivates a user; deactivating ends their sessions',
  right: 'users.manage',
  body: activationRequest,
  answers: { 200: userWritten },
  problems: { 404: null },
});

@Controller()
export class ActivationController {
  constructor(
    private readonly commands: Commands,
    private readonly store: EventStore,
    private readonly identity: Identity,
    private readonly changes: UserChanges,
  ) {}

  @Endpoint(activationEndpoint)
  async change({ body, request }: RequestOf<typeof activationEndpoint>): Promise<UserWritten> {
    const { username, active } = body;
    const userId = await holderOfLogin(this.store, this.identity, username);
    const written = await withErrors('username', async () => {
      if (userId === null) throw new RuleViolation('not-found', 'There is no such user.');
      return this.commands.write(request, (by) =>
        active ? new ActivateUser(userId, by) : new DeactivateUser(userId, by),
      );
    });
    this.changes.note(request, active ? 'activated user' : 'deactivated user', userId!);
    return { ...written, userId: userId!, message: `${username} is ${active ? 'activated' : 'deactivated'}.` };
  }
}
