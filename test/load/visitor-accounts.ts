import { PasswordHasher } from '@superscope/api/authentication/password/password-hasher';
import { loginStream, registerUser, reserveLogin, setPassword, userStream } from '@superscope/domain/user/user';
import { EventCodec } from '@superscope/event-store/events/codec';
import { EventStore } from '@superscope/event-store/event-store';
import { Identity } from '@superscope/event-store/keys/identity';
import { KeyVault } from '@superscope/event-store/keys/key-vault';
import { MasterKeys } from '@superscope/event-store/keys/master-keys';
import { MongoClient } from 'mongodb';
import { byTest } from '../harness/sample-plan.js';

/**
 * Registers an account for each visitor, because waiting requests are limited per user. Every second one is Staff, the others are
 * representatives of all plans. Returns the usernames.
 */
export async function registerVisitors(
  environment: NodeJS.ProcessEnv,
  count: number,
  password: string,
): Promise<string[]> {
  const mongo = await MongoClient.connect(environment['MONGODB_URL']!);
  const vault = new KeyVault(mongo, { masterKey: MasterKeys.fromSettings(environment) });
  const store = EventStore.connect(environment['EVENTSTORE_URL']!, new EventCodec(vault));
  const identity = await Identity.open(vault);
  const hasher = new PasswordHasher(vault);
  const kinds = [
    { role: 'Staff', context: null },
    { role: 'AuthorizedRep', context: { kind: 'allPlans', id: null } },
  ] as const;
  const usernames = Array.from({ length: count }, (_, n) => `visitor-${n}`);
  for (const [n, userId] of usernames.entries()) {
    const personal = { username: userId, name: null, email: null };
    const registration = { userId, ...kinds[n % kinds.length]!, emailCode: false, personal };
    await store.transact(loginStream, identity.loginId(userId), reserveLogin(userId), byTest());
    await store.transact(userStream, userId, registerUser(registration), byTest());
    await store.transact(userStream, userId, setPassword(await hasher.seal(userId, password)), byTest());
  }
  await store.close();
  await mongo.close();
  return usernames;
}
