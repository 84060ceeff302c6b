import { PasswordHasher } from '@superscope/api/authentication/password/password-hasher';
import { systemContext } from '@superscope/api/platform/commands/command-context';
import { Views } from '@superscope/api/platform/engines.module';
import { RegisterUser, RegisterUserHandler } from '@superscope/api/users/register-user.slice';
import { demoAccounts } from '@superscope/contracts/demo-accounts';
import { KeyVault } from '@superscope/event-store/keys/key-vault';
import { testPassword } from './api-server.js';
import { PortalEngines } from './portal-engines.js';

/** Registers the demo accounts by the command with which an api registers them. */
async function registerDemoAccounts({ store, identity, mongo, masterKey }: PortalEngines): Promise<void> {
  const hasher = new PasswordHasher(new KeyVault(mongo, { masterKey: Buffer.from(masterKey, 'base64') }));
  const handler = new RegisterUserHandler(store, identity, hasher, new Views(mongo.db('views')));
  for (const { username, name, email, role, context, emailCode } of demoAccounts) {
    const registration = { userId: username, role, context, emailCode, personal: { username, name, email } };
    await handler.execute(new RegisterUser(registration, testPassword, systemContext(`first-account/${username}`)));
  }
}

/** Engines that already have the demo accounts. An api spends half of its first start on registering them. */
export const startWithAccounts = (): Promise<PortalEngines> =>
  PortalEngines.withLoaded('demo accounts', registerDemoAccounts);
