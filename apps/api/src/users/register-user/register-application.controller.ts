import { Controller } from '@nestjs/common';
import {
  registerApplicationRequest,
  registeredApplication,
  type RegisteredApplication,
} from '@superscope/contracts/applications';
import { Identity } from '@superscope/event-store/keys/identity';
import { Commands } from '../../platform/commands/commands.js';
import { Endpoint, endpoint, type RequestOf } from '../../platform/endpoint/endpoint.js';
import { withErrors } from '../rule-errors.js';
import { UserChanges } from '../user-changes.js';
import { RegisterUser } from './register-user.command.js';

export const registerApplicationEndpoint = endpoint('POST /api/applications', {
  summary: 'Registers an Application',
  right: 'users.manage',
  body: registerApplicationRequest,
  answers: { 201: registeredApplication },
});

@Controller()
export class RegisterApplicationController {
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
