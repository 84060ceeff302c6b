import type { Role, UserContext } from '@superscope/domain/user/user.events';
import { loginStream, registerUser, reserveLogin, userStream } from '@superscope/domain/user/user';
import { testPassword, type startApi } from './api-server.js';
import type { PortalEngines } from './portal-engines.js';
import { byTest } from './sample-plan.js';
import { StaffAccounts } from './staff-accounts.js';

/** Registers a consultant, or a representative of another role, with the tests' password. The user id is the username. */
export async function registerConsultant(
  engines: PortalEngines,
  api: Awaited<ReturnType<typeof startApi>>,
  username: string,
  context: UserContext | null,
  role: Role = 'AuthorizedRep',
): Promise<void> {
  const personal = { username, name: `Consultant ${username}`, email: null };
  const registration = { userId: username, role, context, emailCode: false, personal };
  const { store, identity } = engines;
  await store.transact(loginStream, identity.loginId(username), reserveLogin(username), byTest());
  await store.transact(userStream, username, registerUser(registration), byTest());
  await new StaffAccounts(engines, api).setPassword(username, testPassword);
}
