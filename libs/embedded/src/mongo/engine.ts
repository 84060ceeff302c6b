import { setInterval, clearInterval } from 'node:timers';
import { asMongoError, MongoError } from './mongo-error.js';
import { asBuffer, encode, type Document } from './documents/bson-codec.js';
import { commands } from './commands/registry.js';
import { CommandContext, CommandInput, type Command } from './commands/command.js';
import { Cursors } from './cursors.js';
import { RetriedWrites } from './sessions.js';
import { Catalog, type Collection } from './storage/catalog.js';
import { CommitGroup } from './storage/commit-group.js';
import { openDatabase } from './storage/database-file.js';
import { DocumentWriter } from './storage/document-writer.js';
import type { SqliteConnection } from './storage/sqlite-connection.js';
import { CollectionView } from './storage/view.js';
import { removeExpired } from './ttl.js';

/** Fields that any command may carry. */
const GENERIC = new Set(
  (
    '$db lsid txnNumber readConcern writeConcern $readPreference $clusterTime comment maxTimeMS ' +
    'apiVersion apiStrict apiDeprecationErrors'
  ).split(' '),
);

/** Runs commands on one data folder. One thread runs one command at a time; only waiting is asynchronous. */
export class Engine {
  readonly catalog: Catalog;
  readonly group: CommitGroup;
  readonly retried: RetriedWrites;
  readonly cursors = new Cursors();
  private readonly main: SqliteConnection;
  private readonly housekeeping: NodeJS.Timeout;
  private sweepingOn: NodeJS.Immediate | undefined;

  constructor(dataDir: string, housekeepingMs: number) {
    this.main = openDatabase(dataDir);
    this.catalog = new Catalog(this.main);
    this.group = new CommitGroup(this.main, () => this.catalog.reload());
    this.retried = new RetriedWrites(this.main);
    this.housekeeping = setInterval(() => this.keepHouse(), housekeepingMs);
    this.housekeeping.unref();
  }

  view(collection: Collection): CollectionView {
    return new CollectionView(this.main, collection);
  }

  writer(collection: Collection): DocumentWriter {
    return new DocumentWriter(this.main, this.catalog, this.view(collection));
  }

  /** The encoded reply, once everything that it depends on is on disk. Never rejects, because failures are replies too. */
  async execute(request: Document): Promise<Buffer> {
    let settled: Promise<void> | undefined;
    try {
      const input = new CommandInput(request);
      let reply: Buffer;
      try {
        reply = this.run(commandFor(input), input);
      } finally {
        // Taken in the same turn of the event loop: later the group may be closed, and its outcome no longer available.
        settled = this.group.settled();
      }
      await settled;
      return reply;
    } catch (error) {
      await settled?.catch(() => undefined);
      return errorReply(asMongoError(error));
    }
  }

  close(): void {
    clearInterval(this.housekeeping);
    clearImmediate(this.sweepingOn);
    this.group.flush();
    try {
      this.main.rows('PRAGMA wal_checkpoint(TRUNCATE)');
    } catch {
      // On a full disk the journal stays beside the database; the next start reads it.
    }
    this.main.close();
  }

  private run(command: Command, input: CommandInput): Buffer {
    const lsid = input.bytes('lsid');
    const number = input.number('txnNumber');
    const context = new CommandContext(this, input, lsid ? asBuffer(lsid).toString('hex') : '');
    if (!command.writes) return asReply(command.run(context));
    return this.group.run(() => {
      if (!lsid || number === undefined) return asReply(command.run(context));
      const given = this.retried.find(asBuffer(lsid), number);
      if (given) return given;
      const reply = asReply(command.run(context));
      this.retried.remember(asBuffer(lsid), number, reply);
      return reply;
    });
  }

  /** Runs about every minute: removes expired documents, sessions and cursors. */
  keepHouse(): void {
    try {
      this.cursors.killIdle();
      this.group.run(() => this.retried.forgetOld());
      const areMore = removeExpired(this);
      this.group.flush();
      // Other commands run in between.
      if (areMore) this.sweepingOn = setImmediate(() => this.keepHouse());
      // Before this checkpoint the journal beside the database still holds erased data.
      this.main.rows('PRAGMA wal_checkpoint(TRUNCATE)');
    } catch (error) {
      // Housekeeping is retried in a minute; writes report a full disk.
      process.emitWarning(`embedded MongoDB: housekeeping failed: ${asMongoError(error).message}`);
    }
  }
}

function commandFor(input: CommandInput): Command {
  const command = Object.hasOwn(commands, input.name) ? commands[input.name] : undefined;
  if (!command)
    throw new MongoError(59, `no such command: '${input.name}' (or the embedded server does not implement it)`);
  if (command.fields !== '*') {
    const known = command.fields.split(' ');
    const unknown = input.names().find((name) => !GENERIC.has(name) && !known.includes(name));
    if (unknown) throw new MongoError(40415, `the embedded server does not know the field '${input.name}.${unknown}'`);
  }
  checkConcerns(input);
  return command;
}

function checkConcerns(input: CommandInput): void {
  const w = input.document('writeConcern')?.['w'] as unknown;
  if (w !== undefined && w !== 'majority' && !(typeof w === 'number' && w <= 1)) {
    throw new MongoError(100, `a single server cannot satisfy w: ${String(w)}`);
  }
  const level = input.document('readConcern')?.['level'] as unknown;
  if (level === 'snapshot') throw new MongoError(72, 'the embedded server does not support readConcern snapshot');
}

const asReply = (reply: Buffer | Document): Buffer => (Buffer.isBuffer(reply) ? reply : encode(reply));

function errorReply({ code, codeName, message, extra }: MongoError): Buffer {
  return encode({ ok: 0, code, codeName, errmsg: message, ...extra });
}
