import { PasswordHasher } from '@superscope/api/authentication/password/password-hasher';
import { loginStream, registerUser, reserveLogin, setPassword, userStream } from '@superscope/domain/user/user';
import { testPassword, type startApi } from './api-server.js';
import type { PortalEngines } from './portal-engines.js';
import { byTest } from './sample-plan.js';

/** Additional Staff accounts for a test. */
export class StaffAccounts {
  constructor(
    private readonly engines: PortalEngines,
    private readonly api: Awaited<ReturnType<typeof startApi>>,
  ) {}

  /** Registers an account with the tests' password. `emailCode` requires a code sent by e-mail at sign-in. */
  async register(
    username: string,
    email: string | null = null,
    emailCode = false,
    role: 'Staff' | 'Admin' = 'Staff',
  ): Promise<void> {
    const { store, identity } = this.engines;
    const registration = { userId: username, role, context: null, emailCode } as const;
    const personal = { username, name: null, email };
    await store.transact(loginStream, identity.loginId(username), reserveLogin(username), byTest());
    await store.transact(userStream, username, registerUser({ ...registration, personal }), byTest());
    await this.setPassword(username, testPassword);
  }

  /** Writes only the event, without ending sessions or links. */
  async setPassword(username: string, password: string): Promise<void> {
    const sealed = await this.api.app.get(PasswordHasher).seal(username, password);
    await this.engines.store.transact(userStream, username, setPassword(sealed), byTest());
  }
}
