import { Controller } from '@nestjs/common';
import { userIdField } from '@superscope/contracts/fields';
import { reviseUserRequest, userWritten, type UserWritten } from '@superscope/contracts/users';
import { RuleViolation } from '@superscope/domain/rule-violation';
import { registrationOf, userStream } from '@superscope/domain/user/user';
import { EventStore } from '@superscope/event-store/event-store';
import { Commands } from '../../platform/commands/commands.js';
import { Endpoint, endpoint, type RequestOf } from '../../platform/endpoint/endpoint.js';
import { contextOf } from '../context-of.js';
import { domainOf } from '../register-user/register-browser-client.controller.js';
import { withErrors } from '../rule-errors.js';
import { UserChanges } from '../user-changes.js';
import { ReviseUser } from './revise-user.command.js';

export const reviseUserEndpoint = endpoint('PATCH /api/authentication/users/:userId', {
  summary: 'Revises the role, context and name of a person, or the context and domain of a BrowserClient',
  right: 'users.manage',
  params: { userId: userIdField },
  body: reviseUserRequest,
  answers: { 200: userWritten },
  problems: { 404: null },
});

@Controller()
export class ReviseUserController {
  constructor(
    private readonly commands: Commands,
    private readonly store: EventStore,
    private readonly changes: UserChanges,
  ) {}

  @Endpoint(reviseUserEndpoint)
  async revise({ params, body, request }: RequestOf<typeof reviseUserEndpoint>): Promise<UserWritten> {
    const { userId } = params;
    const known = registrationOf((await this.store.load(userStream, userId)).state);
    const role = await withErrors('role', async () => {
      if (known.role === 'Application') throw new RuleViolation('invalid', 'An Application cannot be edited here.');
      if (known.role !== 'BrowserClient') return body.role ?? known.role;
      if (body.role !== undefined) throw new RuleViolation('invalid', 'A BrowserClient keeps its role.');
      return known.role;
    });
    const domain = await withErrors('domain', async () => {
      if (known.role === 'BrowserClient') return body.domain === undefined ? {} : { domain: domainOf(body.domain) };
      if (body.domain !== undefined) throw new RuleViolation('invalid', 'Only a BrowserClient has a domain.');
      return {};
    });
    const context = await withErrors('contextId', () => contextOf(this.store, role, body.contextId));
    const revision = { role, context, ...domain, name: body.name };
    const written = await withErrors('role', () =>
      this.commands.write(request, (by) => new ReviseUser(userId, revision, by)),
    );
    this.changes.note(request, role === known.role ? 'revised user' : 'changed role', userId, { role });
    return { ...written, userId, message: `${known.personal.username} is saved.` };
  }
}
