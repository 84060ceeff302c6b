import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { loginStream, userStream } from '@superscope/domain/user/user';
import type { Role, UserContext } from '@superscope/domain/user/user.events';
import { EventStore } from '@superscope/event-store/event-store';
import { Identity } from '@superscope/event-store/keys/identity';
import { ENV, type Env } from '../../env.js';
import { systemContext } from '../../platform/commands/command-context.js';
import { RegisterUser } from './register-user.command.js';

interface Account {
  username: string;
  name: string;
  role: Role;
  context: UserContext | null;
}

/** One account a role, for the plans of the demo data. */
const demoAccounts: readonly Account[] = [
  { username: 'companyrep', name: 'Priya Raman', role: 'CompanyRep', context: { kind: 'company', id: 'TWR.P0001-E1' } },
  {
    username: 'providerrep',
    name: 'Tom Ashworth',
    role: 'ProviderRep',
    context: { kind: 'provider', id: 'TALLOWOOD' },
  },
  {
    username: 'authorisedrep',
    name: 'Helen Marchetti',
    role: 'AuthorizedRep',
    context: { kind: 'allPlans', id: null },
  },
  { username: 'staff', name: 'Daniel Okafor', role: 'Staff', context: null },
  { username: 'admin', name: 'Mei Tran', role: 'Admin', context: null },
  { username: 'devops', name: 'Jonas Lindqvist', role: 'DevOps', context: null },
  { username: 'auditor', name: 'Ruth Abelson', role: 'Auditor', context: null },
];

/** Makes the accounts that a new installation needs: the first Admin, or in demo mode one account a role. */
@Injectable()
export class FirstAccounts implements OnApplicationBootstrap {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly commands: CommandBus,
    private readonly store: EventStore,
    private readonly identity: Identity,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const { SUPERSCOPE_DEMO: demo, SUPERSCOPE_DEMO_PASSWORD, SUPERSCOPE_ADMIN_PASSWORD } = this.env;
    if (demo && SUPERSCOPE_DEMO_PASSWORD)
      for (const account of demoAccounts) await this.ensure(account, SUPERSCOPE_DEMO_PASSWORD);
    else if (SUPERSCOPE_ADMIN_PASSWORD)
      await this.ensure(
        { username: 'admin', name: 'Administrator', role: 'Admin', context: null },
        SUPERSCOPE_ADMIN_PASSWORD,
      );
  }

  /** Goes on where an earlier start broke off; a password that stands, perhaps changed by its owner, is never set back. */
  private async ensure({ username, name, role, context }: Account, password: string): Promise<void> {
    const login = await this.store.load(loginStream, this.identity.loginId(username));
    if (login.state !== null && login.state !== username) return;
    if ((await this.store.load(userStream, username)).state.sealedHash !== null) return;
    const registration = {
      userId: username,
      role,
      context,
      emailCode: false,
      personal: { username, name, email: null },
    };
    await this.commands.execute(new RegisterUser(registration, password, systemContext(`first-account/${username}`)));
  }
}
