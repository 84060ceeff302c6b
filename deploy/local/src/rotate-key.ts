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
  /** Where the vault is. */
  mongoUrl: string;
  masterKeys: MasterKeys;
  /** The file that all processes follow, in which a new key is to come first; null where keys are changed by settings. */
  file: string | null;
  /** Take former keys out of the file at the end. */
  forgetFormer: boolean;
  onProgress?: (rewrapped: number) => void;
}

export interface Rotated {
  madeKey: boolean;
  rewrapped: number;
}

/**
 * Makes a new master key and wraps every key by it. The one before stays in the file until the next rotation, since a process may be
 * using it this moment; older ones go. Interrupted, it is simply repeated: what a former key wraps is wrapped anew then.
 */
export async function rotateKey({ mongoUrl, masterKeys, file, forgetFormer, onProgress }: Rotation): Promise<Rotated> {
  // Two at once would each write a file without the other's key.
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

/** On disk before anything is wrapped by a new key: without it those keys would be lost. */
function replaceKeys(file: string, keys: readonly Buffer[]): void {
  writeFileSync(`${file}.new`, masterKeysText(keys), { mode: 0o600, flush: true });
  renameSync(`${file}.new`, file);
  const folder = openSync(dirname(file), 'r');
  fsyncSync(folder);
  closeSync(folder);
}
