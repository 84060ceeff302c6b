import { KeyVault } from '@superscope/event-store/keys/key-vault';
import { MasterKeys } from '@superscope/event-store/keys/master-keys';
import { settingsOrEnd } from '@superscope/event-store/connection/settings';
import { MongoClient } from 'mongodb';
import { readEnv } from './env.js';

/**
 * The second half of a rotation where keys are handed out by a platform: wraps by the current master key whatever a former one
 * wraps. Reads the projector's settings; may be repeated, and run while everything runs.
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
