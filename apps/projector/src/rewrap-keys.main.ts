import { KeyVault } from '@superscope/event-store/keys/key-vault';
import { MasterKeys } from '@superscope/event-store/keys/master-keys';
import { settingsOrEnd } from '@superscope/event-store/connection/settings';
import { MongoClient } from 'mongodb';
import { readEnv } from './env.js';

/**
 * The second half of a rotation for keys provided by a platform: wraps with the current master key every key that a former one wraps. It
 * reads the projector's settings, may be repeated, and may run while all processes run.
 */
const env = await settingsOrEnd(() => readEnv(process.env));
const masterKey = MasterKeys.fromSettings(env);
const mongo = new MongoClient(env.VAULT_MONGODB_URL ?? env.MONGODB_URL);
try {
  const vault = new KeyVault(mongo, { masterKey });
  const { rewrapped } = await vault.rewrap();
  const left = [...(await vault.wrappedBy()).keys()].filter((id) => id !== masterKey.current().id);
  process.stdout.write(`${rewrapped} keys were wrapped by the current master key.\n`);
  if (left.length > 0)
    throw new Error(
      'Some keys were made with a former master key meanwhile: a process does not know the new one yet. Run this again.',
    );
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
} finally {
  await mongo.close();
}
