import { Controller } from '@nestjs/common';
import { registerBrowserClientRequest, userWritten, type UserWritten } from '@superscope/contracts/users';
import { RuleViolation } from '@superscope/domain/rule-violation';
import { hostNameOf, isWithoutTls } from '@superscope/domain/user/host-name';
import { EventStore } from '@superscope/event-store/event-store';
import { Identity } from '@superscope/event-store/keys/identity';
import { Commands } from '../../platform/commands/commands.js';
import { Endpoint, endpoint, type RequestOf } from '../../platform/endpoint/endpoint.js';
import { contextOf } from '../context-of.js';
import { withErrors } from '../rule-errors.js';
import { UserChanges } from '../user-changes.js';
import { RegisterUser } from './register-user.command.js';

export const registerBrowserClientEndpoint = endpoint('POST /api/authentication/registerBrowserClient', {
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

@Controller()
export class RegisterBrowserClientController {
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
