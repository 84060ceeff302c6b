import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { keyBytes } from './sealing.js';

/** Identifies a master key without revealing any of it. */
export const masterKeyId = (masterKey: Buffer) => createHash('sha256').update(masterKey).digest('hex').slice(0, 16);

/**
 * Reads keys from the text of a file or setting: base64, separated by lines or commas. Throws for a key of another
 * length.
 */
export function parseMasterKeys(text: string): Buffer[] {
  const keys = text
    .split(/[\s,]+/)
    .filter((word) => word !== '')
    .map((word) => Buffer.from(word, 'base64'));
  keys.forEach(requireLength);
  return keys;
}

/** The text of a key file, with the current key first. */
export const masterKeysText = (keys: readonly Buffer[]): string =>
  keys.map((key) => `${key.toString('base64')}\n`).join('');

export interface MasterKey {
  id: string;
  key: Buffer;
}

export interface MasterKeySettings {
  SUPERSCOPE_MASTER_KEY?: string | undefined;
  SUPERSCOPE_PREVIOUS_MASTER_KEYS?: string | undefined;
  SUPERSCOPE_MASTER_KEY_FILE?: string | undefined;
}

/**
 * The key that wraps every other key, and former ones until they wrap no key. A key file may change while processes run: it is read again
 * once it has changed, and when a key is needed that it did not hold.
 */
export class MasterKeys {
  private readonly known = new Map<string, Buffer>();
  private readVersion: string | null = null;
  private first: MasterKey;

  private constructor(
    keys: readonly Buffer[],
    private readonly file: string | null,
  ) {
    this.first = this.take(keys);
  }

  static of(current: Buffer, former: readonly Buffer[] = []): MasterKeys {
    return new MasterKeys([current, ...former], null);
  }

  /** `file` holds one key on each line, the current one first. Throws one sentence if it cannot be read. */
  static inFile(file: string): MasterKeys {
    const version = versionOf(file);
    const keys = new MasterKeys(readKeys(file), file);
    keys.readVersion = version;
    return keys;
  }

  /** The keys that the settings give: a file, or the current key and former ones. Throws one sentence, never a value. */
  static fromSettings(settings: MasterKeySettings): MasterKeys {
    const { SUPERSCOPE_MASTER_KEY: current, SUPERSCOPE_MASTER_KEY_FILE: file } = settings;
    if ((current === undefined) === (file === undefined))
      throw new Error('Set SUPERSCOPE_MASTER_KEY_FILE or SUPERSCOPE_MASTER_KEY, one of them.');
    if (file !== undefined) return MasterKeys.inFile(file);
    const [first, ...more] = parseMasterKeys(current!);
    if (first === undefined) throw new Error('SUPERSCOPE_MASTER_KEY is empty.');
    return MasterKeys.of(first, [...more, ...parseMasterKeys(settings.SUPERSCOPE_PREVIOUS_MASTER_KEYS ?? '')]);
  }

  /** The key that wraps new keys. */
  current(): MasterKey {
    this.readAgainIfChanged();
    return this.first;
  }

  find(id: string): Buffer | undefined {
    if (!this.known.has(id)) this.readAgainIfChanged();
    return this.known.get(id);
  }

  private readAgainIfChanged(): void {
    if (this.file === null) return;
    try {
      const version = versionOf(this.file);
      if (version === this.readVersion) return;
      this.first = this.take(readKeys(this.file));
      this.readVersion = version;
    } catch {
      // The keys read before stay in use. A missing file is noticed at the next start.
    }
  }

  private take(keys: readonly Buffer[]): MasterKey {
    const [first] = keys;
    if (first === undefined) throw new Error('There is no master key.');
    for (const key of keys) {
      requireLength(key);
      this.known.set(masterKeyId(key), key);
    }
    return { id: masterKeyId(first), key: first };
  }
}

function requireLength(key: Buffer): void {
  if (key.length !== keyBytes) throw new Error(`The master key must have ${keyBytes} bytes.`);
}

function versionOf(file: string): string | null {
  const { mtimeMs, size, ino } = statSync(file, { throwIfNoEntry: false }) ?? {};
  return ino === undefined ? null : `${mtimeMs} ${size} ${ino}`;
}

function readKeys(file: string): Buffer[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new Error(`The master key file ${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`, {
      cause: error,
    });
  }
  const keys = parseMasterKeys(text);
  if (keys.length === 0) throw new Error(`The master key file ${file} holds no key.`);
  return keys;
}
