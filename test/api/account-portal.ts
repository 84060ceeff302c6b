import { Clock } from '@superscope/api/platform/time/clock';
import type { Projector } from '@superscope/projector/runtime/projector';
import { expect } from 'vitest';
import { startApi, type ApiClient } from '../harness/api-server.js';
import { startWithAccounts } from '../harness/demo-accounts.js';
import type { PortalEngines } from '../harness/portal-engines.js';
import { StaffAccounts } from '../harness/staff-accounts.js';

/** A portal for suites about the accounts of staff, with a clock that they move. */
export class AccountPortal {
  /** Milliseconds that the api's clock is ahead. */
  ahead = 0;

  private constructor(
    readonly engines: PortalEngines,
    private readonly projector: Projector,
    readonly api: Awaited<ReturnType<typeof startApi>>,
    readonly accounts: StaffAccounts,
    readonly admin: ApiClient,
  ) {
    api.app.get(Clock).now = () => new Date(Date.now() + this.ahead);
  }

  static async start(): Promise<AccountPortal> {
    const engines = await startWithAccounts();
    const projector = await engines.projector();
    await projector.start();
    const api = await startApi(engines);
    const admin = api.client();
    await admin.signIn('admin');
    return new AccountPortal(engines, projector, api, new StaffAccounts(engines, api), admin);
  }

  async stop(): Promise<void> {
    await this.api.stop();
    await this.projector.stop();
    await this.engines.stop();
  }

  /** A new member of staff, signed in. */
  async signedIn(username: string): Promise<ApiClient> {
    await this.accounts.register(username, `${username}@example.com`);
    const client = this.api.client();
    expect((await client.signIn(username)).status).toBe(200);
    return client;
  }
}
