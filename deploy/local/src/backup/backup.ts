import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BACKWARDS, END } from '@eventstore/db-client';
import { Connection } from '@superscope/event-store/connection/connection';
import { noteBackup } from '@superscope/event-store/processes/backup-notes';
import { masterKeysText, parseMasterKeys } from '@superscope/event-store/keys/master-keys';
import { comparePositions, encodePosition, type Position } from '@superscope/event-store/events/position';
import { storedEvents, type StoredEvent } from '@superscope/event-store/reading/stored-events';
import { BSON, MongoClient, type Db } from 'mongodb';
import { masterKeyFile } from '../master-key.js';
import { ArchiveWriter, type ArchiveHead } from './archive.js';
import { addDatabase, PartBuffer } from './database-parts.js';
import { eventLine } from './event-lines.js';

export interface BackupRequest {
  eventStoreUrl: string;
  mongoUrl: string;
  /** The vault's own MongoDB, if the keys are kept apart from the other databases. */
  vaultMongoUrl?: string | undefined;
  dataDir: string;
  /** Version of the product. */
  version: string;
  /** The archives to write: one with events and files, and a separate one with the keys. */
  dataFile: string;
  keysFile: string;
  /** Reports how many of about `total` events were copied, and then the other parts. */
  onProgress?: (done: number, total: number, what: string) => void;
  /** Aborts the backup and discards it. */
  signal?: AbortSignal;
}

export interface BackedUp {
  position: string;
  events: number;
  files: number;
  keys: number;
  /** False when the master key comes from a setting and must be backed up there. */
  masterKeyIncluded: boolean;
}

/**
 * Copies everything that cannot be rebuilt. The portal may run meanwhile. Events up to the newest one at the start are copied first,
 * files and keys after them, so that the backup contains everything that an event refers to. Throws one sentence and leaves no files
 * when it cannot be completed.
 */
export async function backup(request: BackupRequest): Promise<BackedUp> {
  const connection = new Connection(request.eventStoreUrl);
  const mongo = await MongoClient.connect(request.mongoUrl, { serverSelectionTimeoutMS: 10_000 });
  const vault = request.vaultMongoUrl ? await MongoClient.connect(request.vaultMongoUrl) : mongo;
  const archives: ArchiveWriter[] = [];
  try {
    // Heads first, then the newest position: this way the backup has every event that its heads cover.
    const heads = await headsOf(request.dataDir);
    const head = await headOf(connection, request);
    const data = await ArchiveWriter.create(request.dataFile, { ...head.written, kind: 'data' });
    archives.push(data);
    const keys = await ArchiveWriter.create(request.keysFile, { ...head.written, kind: 'keys' });
    archives.push(keys);
    const copied = await addEvents(data, connection, head.newest, request);
    const files = await addFiles(data, mongo.db('files'), copied.openImports, connection, request);
    await addFolderFile(data, request.dataDir, 'portal.json');
    for (const { name, bytes } of heads) await data.add(name, bytes);
    await data.close({ counts: { events: copied.events, files: files.count }, collections: files.collections });
    const vaulted = await addKeys(keys, vault.db('vault'), request);
    await keys.close({ counts: { keys: vaulted.count }, collections: vaulted.collections });
    // Keys first, so that a visible data archive always has its keys.
    for (const archive of archives.reverse()) archive.publish();
    const { position, madeAt } = head.written;
    // The archives are complete, whether or not the note can be written.
    await noteBackup(mongo.db('ops'), { at: new Date(madeAt), position }).catch(() => undefined);
    return { position, events: copied.events, files: files.count, keys: vaulted.count, ...vaulted.master };
  } catch (error) {
    for (const archive of archives) archive.discard();
    throw explained(error, request);
  } finally {
    await connection.close();
    await mongo.close();
    if (vault !== mongo) await vault.close();
  }
}

interface Head {
  newest: Position;
  written: Omit<ArchiveHead, 'product' | 'format' | 'kind'>;
}

async function headOf(connection: Connection, { version }: BackupRequest): Promise<Head> {
  const read = connection.client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 1 });
  let newest: Position | undefined;
  for await (const { event } of read) newest = event?.position;
  for await (const [first] of connection.readAll(null, 1))
    if (first && newest) {
      const written = { version, store: first.id, position: encodePosition(newest), madeAt: new Date().toISOString() };
      return { newest, written };
    }
  throw new Error('There is nothing to back up: the event store holds no events.');
}

/** Adds the events as `events/{number}.ndjson`. Returns the imports that were running at the newest one. */
async function addEvents(
  archive: ArchiveWriter,
  connection: Connection,
  newest: Position,
  { onProgress, signal }: BackupRequest,
): Promise<{ events: number; openImports: Set<string> }> {
  const parts = new PartBuffer(archive, (number) => `events/${number}.ndjson`);
  const openImports = new Set<string>();
  const total = Number(newest.commit);
  let events = 0;
  copying: for await (const batch of storedEvents(connection.client, 1_000)) {
    signal?.throwIfAborted();
    const lines: string[] = [];
    for (const event of batch) {
      if (comparePositions(event.position, newest) > 0) {
        if (lines.length > 0) await parts.add(Buffer.from(lines.join('')));
        break copying;
      }
      lines.push(`${eventLine(event)}\n`);
      events += 1;
      noteImport(openImports, event);
    }
    if (lines.length > 0) await parts.add(Buffer.from(lines.join('')));
    onProgress?.(Math.min(events, total), total, 'events');
  }
  await parts.flush();
  return { events, openImports };
}

function noteImport(open: Set<string>, { type, stream }: StoredEvent): void {
  if (!stream.startsWith('import-')) return;
  if (type === 'ImportAccepted') open.add(stream);
  else if (type === 'ImportCompleted' || type === 'ImportFailed') open.delete(stream);
}

async function addFiles(
  archive: ArchiveWriter,
  files: Db,
  openImports: ReadonlySet<string>,
  connection: Connection,
  { onProgress, signal }: BackupRequest,
) {
  let count = 0;
  const spooled = new Set<string>();
  const collections = await addDatabase(archive, files, (collection, document) => {
    signal?.throwIfAborted();
    if (!collection.endsWith('.files')) return;
    count += 1;
    onProgress?.(count, count, 'files');
    const { metadata } = BSON.deserialize(document) as { metadata?: { importId?: string } };
    if (metadata?.importId !== undefined) spooled.add(`import-${metadata.importId}`);
  });
  for (const stream of openImports)
    if (!spooled.has(stream) && (await hasEnded(connection, stream)))
      throw new Error('An import ended during the backup, and its lines are gone; please back up again.');
  return { count, collections };
}

async function hasEnded(connection: Connection, stream: string): Promise<boolean> {
  for await (const [last] of connection.readStream(stream, { direction: 'backwards', limit: 1 }))
    return last?.type === 'ImportCompleted' || last?.type === 'ImportFailed';
  return false;
}

async function addKeys(archive: ArchiveWriter, vault: Db, { dataDir, onProgress, signal }: BackupRequest) {
  let count = 0;
  const before = masterKeysOf(dataDir);
  const collections = await addDatabase(archive, vault, () => {
    signal?.throwIfAborted();
    count += 1;
    if (count % 1_000 === 0) onProgress?.(count, count, 'keys');
  });
  // The key file is read before and after the vault. A rotation that began meanwhile adds its key to the file before using it;
  // one that ended meanwhile may have removed a former key that still wraps copied keys.
  const now = masterKeysOf(dataDir);
  const gone = before.keys.filter((key) => !now.keys.some((each) => each.equals(key)));
  const masterKeyIncluded = now.keys.length > 0;
  const text = gone.length === 0 ? now.text : `${now.text.trimEnd()}\n${masterKeysText(gone)}`;
  if (masterKeyIncluded) await archive.add('keys/master-key', Buffer.from(text));
  await addFolderFile(archive, dataDir, 'keys/demo-password');
  await addFolderFile(archive, dataDir, 'keys/history-key');
  return { count, collections, master: { masterKeyIncluded } };
}

/** The master keys in the folder's file, the current one first; none when they come from a setting. */
function masterKeysOf(dataDir: string): { text: string; keys: Buffer[] } {
  const file = masterKeyFile(dataDir);
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return { text, keys: parseMasterKeys(text) };
}

/** The signed heads that are kept in the data folder. Their key is with the keys. */
async function headsOf(dataDir: string): Promise<{ name: string; bytes: Buffer }[]> {
  const folder = join(dataDir, 'history');
  const names = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
  return names
    .map((name) => `history/${name.replaceAll('\\', '/')}`)
    .filter((name) => isHeadsFile(name))
    .map((name) => ({ name, bytes: readFileSync(join(dataDir, name)) }));
}

/** Whether a file of a data folder holds signed heads, or the public key to them. */
export const isHeadsFile = (name: string): boolean =>
  /^history\/[0-9a-f]{16}\/(head-\d{6,}\.ndjson|public-key\.pem)$/.test(name);

async function addFolderFile(archive: ArchiveWriter, dataDir: string, name: string) {
  const path = join(dataDir, name);
  if (existsSync(path)) await archive.add(name, readFileSync(path));
}

function explained(error: unknown, { dataFile, keysFile }: BackupRequest): Error {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG')
    return new Error(`There is no room left for ${dataFile} and ${keysFile}; nothing of the backup was kept.`);
  if (code === 'EACCES' || code === 'EROFS' || code === 'ENOENT')
    return new Error(`${dataFile} or ${keysFile} cannot be written: ${message}`);
  return error instanceof Error ? error : new Error(String(error));
}
