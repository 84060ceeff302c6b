import { Controller } from '@nestjs/common';
import { userIdField } from '@superscope/contracts/fields';
import { secondFactorRule, type SecondFactorRule } from '@superscope/contracts/second-factor';
import { userWritten, writtenMessage, type UserWritten, type WrittenMessage } from '@superscope/contracts/users';
import { secondFactorStream } from '@superscope/domain/user/second-factor';
import { registrationOf, userStream } from '@superscope/domain/user/user';
import { EventStore } from '@superscope/event-store/event-store';
import { Commands } from '../../platform/commands/commands.js';
import { Endpoint, endpoint, type RequestOf } from '../../platform/endpoint/endpoint.js';
import { withErrors } from '../rule-errors.js';
import { UserChanges } from '../user-changes.js';
import { RequireSecondFactor, ResetAuthenticator } from './second-factor-rule.commands.js';

const secondFactorRuleEndpoint = endpoint('GET /api/authentication/secondFactorRule', {
  summary: 'The roles that must give a second proof at sign-in',
  right: 'users.manage',
  answers: { 200: secondFactorRule },
});

export const requireSecondFactorEndpoint = endpoint('PUT /api/authentication/secondFactorRule', {
  summary: 'Requires a second proof at sign-in of these roles and of no other',
  right: 'users.manage',
  body: secondFactorRule,
  answers: { 200: writtenMessage },
});

export const resetAuthenticatorEndpoint = endpoint('DELETE /api/authentication/users/:userId/authenticator', {
  summary: 'Removes the authenticator app and the passkeys of a user who has lost them',
  right: 'users.manage',
  params: { userId: userIdField },
  answers: { 200: userWritten },
  problems: { 404: null },
});

@Controller()
export class SecondFactorRuleController {
  constructor(
    private readonly commands: Commands,
    private readonly store: EventStore,
    private readonly changes: UserChanges,
  ) {}

  @Endpoint(secondFactorRuleEndpoint)
  async show(): Promise<SecondFactorRule> {
    const { state } = await this.store.load(secondFactorStream, '');
    return { roles: state as SecondFactorRule['roles'] };
  }

  @Endpoint(requireSecondFactorEndpoint)
  async require({ body, request }: RequestOf<typeof requireSecondFactorEndpoint>): Promise<WrittenMessage> {
    const written = await withErrors('roles', () =>
      this.commands.write(request, (by) => new RequireSecondFactor(body.roles, by)),
    );
    this.changes.note(request, 'required second factor', body.roles.join(' ') || 'nobody');
    return { ...written, message: 'Saved. It holds from the next sign-in on.' };
  }

  @Endpoint(resetAuthenticatorEndpoint)
  async reset({ params, request }: RequestOf<typeof resetAuthenticatorEndpoint>): Promise<UserWritten> {
    const { userId } = params;
    const { personal } = registrationOf((await this.store.load(userStream, userId)).state);
    const written = await withErrors('userId', () =>
      this.commands.write(request, (by) => new ResetAuthenticator(userId, by)),
    );
    this.changes.note(request, 'reset authenticator', userId);
    return {
      ...written,
      userId,
      message: `${personal.username} signs in without an authenticator app and passkeys now.`,
    };
  }
}
