import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { csvTableNames } from '@superscope/contracts/csv-tables';
import { lockDataDir, lockFiles } from '@superscope/embedded/data-lock';
import { RestoredLog } from '@superscope/embedded/event-store/log/restored-log';
import { startMongo } from '@superscope/embedded/mongo/mongo-engine';
import { KeyVault } from '@superscope/event-store/keys/key-vault';
import { MasterKeys, type MasterKeySettings } from '@superscope/event-store/keys/master-keys';
import { comparePositions, decodePosition } from '@superscope/event-store/events/position';
import { directPartition } from '@superscope/event-store/reading/projection-feed';
import { MongoClient } from 'mongodb';
import { masterKeyFile } from '../master-key.js';
import { isHeadsFile } from './backup.js';
import { readHead, readParts, verify, type ArchiveHead, type Manifest, type Part } from './archive.js';
import { restoreDocuments, restoreIndexes } from './database-parts.js';
import { eventOf } from './event-lines.js';

export interface RestoreRequest {
  dataFile: string;
  keysFile: string;
  /** The folder to restore into, which must be empty or absent. */
  dataDir: string;
  /** Version of the product. */
  version: string;
  /** The master key settings, for backups without a master key. */
  settings: MasterKeySettings;
  onProgress?: (done: number, what: string) => void;
  signal?: AbortSignal;
}

export interface Restored {
  madeAt: string;
  position: string;
  events: number;
  files: number;
  keys: number;
}

/** Files of an archive besides its databases. */
const folderFiles = new Set(['portal.json', 'keys/master-key', 'keys/demo-password', 'keys/history-key']);

const besideOf = (dataDir: string) => `${dataDir}.restoring`;

/**
 * Restores a data folder from a backup. It is built next to its final place, and moved there once both archives are read and verified.
 * The projector rebuilds the read models when the portal starts. Throws one sentence and leaves no files on failure.
 */
export async function restore(request: RestoreRequest): Promise<Restored> {
  const { dataFile, keysFile, dataDir } = request;
  if (existsSync(dataDir) && readdirSync(dataDir).length > 0)
    throw new Error(`${dataDir} is not empty; restore into an empty folder, or move that one away first.`);
  const heads = await fittingHeads(request);
  for (const file of [keysFile, dataFile]) await verify(file);
  const beside = besideOf(dataDir);
  mkdirSync(dirname(dataDir), { recursive: true });
  const lock = lockDataDir(beside);
  try {
    // Removes the remains of an attempt that was killed.
    for (const name of readdirSync(beside))
      if (!lockFiles.includes(name)) rmSync(join(beside, name), { recursive: true });
    const counts = await fill(beside, request);
    lock.release();
    if (existsSync(dataDir)) rmSync(dataDir, { recursive: true });
    renameSync(beside, dataDir);
    return { madeAt: heads.data.madeAt, position: heads.data.position, ...counts };
  } catch (error) {
    lock.release();
    rmSync(beside, { recursive: true, force: true });
    throw explained(error, dataDir);
  }

  async function fill(folder: string, { settings, onProgress, signal }: RestoreRequest) {
    const log = new RestoredLog(join(folder, 'event-store'));
    const mongo = await startMongo({ dataDir: join(folder, 'mongo') });
    const client = await MongoClient.connect(mongo.url);
    try {
      const files = new FolderWriter(folder, client, log, onProgress, signal);
      const data = await files.take(dataFile);
      const keys = await files.take(keysFile);
      if (log.events !== data.counts['events']) throw new Error(`${dataFile} does not hold all its events.`);
      await requireMasterKeys(client, folder, settings, keysFile);
      await files.noteImports();
      return { events: log.events, files: data.counts['files'] ?? 0, keys: keys.counts['keys'] ?? 0 };
    } finally {
      await client.close();
      await mongo.stop();
      log.close();
    }
  }
}

/** Checks that both archives belong together before anything is written. */
async function fittingHeads({
  dataFile,
  keysFile,
  version,
}: RestoreRequest): Promise<Record<'data' | 'keys', ArchiveHead>> {
  const data = await readHead(dataFile);
  if (data.kind !== 'data')
    throw new Error(`${dataFile} holds keys; name the data archive with --from and the keys with --keys.`);
  if (!existsSync(keysFile))
    throw new Error(
      `There are no keys at ${keysFile}: without them no name, login or file can be read. Say where they are with --keys FILE.`,
    );
  const keys = await readHead(keysFile);
  if (keys.kind !== 'keys') throw new Error(`${keysFile} holds no keys.`);
  if (keys.store !== data.store) throw new Error(`${keysFile} and ${dataFile} are of different installations.`);
  const [of, upTo] = [decodePosition(data.position), decodePosition(keys.position)];
  if (!of || !upTo || comparePositions(upTo, of) < 0)
    throw new Error(
      `${keysFile} is older than the data, so it lacks keys of people who came later: take the keys of the same backup, or of a later one.`,
    );
  if (isNewer(data.version, version))
    throw new Error(
      `${dataFile} was made by Superscope ${data.version}; this is ${version}: restore with that or a newer one.`,
    );
  return { data, keys };
}

function isNewer(version: string, than: string): boolean {
  const numbers = (text: string) => text.split(/[.-]/).map((part) => Number.parseInt(part, 10) || 0);
  const [a, b] = [numbers(version), numbers(than)];
  const at = [0, 1, 2].find((i) => (a[i] ?? 0) !== (b[i] ?? 0));
  return at !== undefined && (a[at] ?? 0) > (b[at] ?? 0);
}

/** Writes the parts of an archive into the folder. */
class FolderWriter {
  private importsEndedAt = 0;

  constructor(
    private readonly folder: string,
    private readonly client: MongoClient,
    private readonly log: RestoredLog,
    private readonly onProgress: RestoreRequest['onProgress'],
    private readonly signal: AbortSignal | undefined,
  ) {}

  /** Restores one archive and verifies it. */
  async take(file: string): Promise<Manifest> {
    const parts = readParts(file);
    for (;;) {
      this.signal?.throwIfAborted();
      const next = await parts.next();
      if (!next.done) {
        await this.part(file, next.value);
        continue;
      }
      for (const note of next.value.collections) await restoreIndexes(this.client.db(note.database), note);
      return next.value;
    }
  }

  private async part(file: string, { name, bytes }: Part): Promise<void> {
    if (folderFiles.has(name) || isHeadsFile(name)) {
      const path = join(this.folder, name);
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      writeFileSync(path, bytes, { mode: 0o600, flush: true });
      return;
    }
    const [kind, collection] = name.split('/');
    if (kind === 'events') this.events(bytes);
    else if ((kind === 'files' || kind === 'vault') && collection !== undefined) {
      const documents = await restoreDocuments(this.client.db(kind), collection, bytes);
      this.onProgress?.(documents, kind);
    } else throw new Error(`${file} holds ${name}, which this version does not know.`);
  }

  private events(part: Buffer): void {
    const events = part.toString('utf8').trimEnd().split('\n').map(eventOf);
    for (const [i, { type }] of events.entries())
      if (type === 'ImportCompleted' || type === 'ImportFailed') this.importsEndedAt = this.log.events + i + 1;
    this.log.add(events);
    this.onProgress?.(this.log.events, 'events');
  }

  /**
   * Notes the restored imports, so that the api waits for the rebuilt read models before it checks new files against them.
   */
  async noteImports(): Promise<void> {
    if (this.importsEndedAt === 0) return;
    const newest = [{ checkpoint: directPartition, position: `${this.importsEndedAt}/${this.importsEndedAt}` }];
    await this.client
      .db('ops')
      .collection<{ _id: string }>('imports_written')
      .insertMany(csvTableNames.map((table) => ({ _id: `restored/${table}`, table, newest, at: new Date() })));
  }
}

/** Refuses a folder whose keys cannot be unwrapped: it would start, but show no names. */
async function requireMasterKeys(client: MongoClient, folder: string, settings: MasterKeySettings, keysFile: string) {
  const file = masterKeyFile(folder);
  const { SUPERSCOPE_MASTER_KEY: key, SUPERSCOPE_MASTER_KEY_FILE: keyFile } = settings;
  const missing = () =>
    new Error(
      `The master key is not in ${keysFile}: set SUPERSCOPE_MASTER_KEY or SUPERSCOPE_MASTER_KEY_FILE to the one that was used.`,
    );
  if (!existsSync(file) && key === undefined && keyFile === undefined) throw missing();
  const masterKey = existsSync(file) ? MasterKeys.inFile(file) : MasterKeys.fromSettings(settings);
  const wrappedBy = await new KeyVault(client, { masterKey }).wrappedBy();
  if ([...wrappedBy.keys()].some((id) => masterKey.find(id) === undefined)) throw missing();
}

function explained(error: unknown, dataDir: string): Error {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'SQLITE_FULL' || /disk is full|No space left/i.test(message))
    return new Error(`There is no room left to restore into ${dataDir}; nothing of it was kept.`);
  return error instanceof Error ? error : new Error(String(error));
}
