import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { lockDataDir } from '@superscope/embedded/data-lock';
import { KeyVault } from '@superscope/event-store/keys/key-vault';
import {
  masterKeyId,
  type MasterKeys,
  masterKeysText,
  parseMasterKeys,
} from '@superscope/event-store/keys/master-keys';
import { MongoClient } from 'mongodb';

export interface Rotation {
  /** The vault's database. */
  mongoUrl: string;
  masterKeys: MasterKeys;
  /** The key file that all processes watch, the current key first; null when keys come from settings. */
  file: string | null;
  /** Remove former keys from the file at the end. */
  forgetFormer: boolean;
  onProgress?: (rewrapped: number) => void;
}

export interface Rotated {
  madeKey: boolean;
  rewrapped: number;
}

/**
 * Generates a new master key and rewraps every key with it. The previous key stays in the file until the next rotation, because a
 * process may still be using it; older ones are removed. Repeat an interrupted rotation: it rewraps the keys under former master keys.
 */
export async function rotateKey({ mongoUrl, masterKeys, file, forgetFormer, onProgress }: Rotation): Promise<Rotated> {
  // Two concurrent rotations would each write a file without the other's key.
  const lock = file === null ? null : lockDataDir(dirname(file));
  const mongo = await MongoClient.connect(mongoUrl, { serverSelectionTimeoutMS: 10_000 });
  try {
    const vault = new KeyVault(mongo, { masterKey: masterKeys });
    const madeKey = file !== null && !forgetFormer;
    if (madeKey) replaceKeys(file, [randomBytes(32), ...keysIn(file)]);
    const { rewrapped } = await vault.rewrap(onProgress);
    if (file !== null) {
      const used = await vault.wrappedBy();
      const kept = forgetFormer ? 1 : 2;
      replaceKeys(
        file,
        keysIn(file).filter((key, i) => i < kept || used.has(masterKeyId(key))),
      );
    }
    return { madeKey, rewrapped };
  } finally {
    await mongo.close();
    lock?.release();
  }
}

const keysIn = (file: string): Buffer[] => parseMasterKeys(readFileSync(file, 'utf8'));

/** Flushes the file to disk before the new key wraps anything, because the wrapped keys would be lost without it. */
function replaceKeys(file: string, keys: readonly Buffer[]): void {
  writeFileSync(`${file}.new`, masterKeysText(keys), { mode: 0o600, flush: true });
  renameSync(`${file}.new`, file);
  const folder = openSync(dirname(file), 'r');
  fsyncSync(folder);
  closeSync(folder);
}
