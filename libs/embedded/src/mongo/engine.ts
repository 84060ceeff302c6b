import { setInterval, clearInterval } from 'node:timers';
import { asMongoError, MongoError, transientError } from './mongo-error.js';
import { asBuffer, encode, type Document } from './documents/bson-codec.js';
import { commands } from './commands/registry.js';
import { CommandContext, CommandInput, type Command } from './commands/command.js';
import { Cursors } from './cursors.js';
import { RetriedWrites } from './sessions.js';
import { Catalog, type Collection } from './storage/catalog.js';
import { CommitGroup } from './storage/commit-group.js';
import { databasePath, openDatabase } from './storage/database-file.js';
import { StoredDocumentWriter } from './storage/document-writer.js';
import type { SqliteConnection } from './storage/sqlite-connection.js';
import { CollectionView } from './storage/view.js';
import { LockedByTransaction, Transactions, type Transaction } from './transactions.js';
import { removeExpired } from './ttl.js';

/** Fields that any command may carry. */
const GENERIC = new Set(
  (
    '$db lsid txnNumber autocommit startTransaction readConcern writeConcern $readPreference $clusterTime comment maxTimeMS ' +
    'apiVersion apiStrict apiDeprecationErrors'
  ).split(' '),
);

/** Runs commands on one data folder in one thread, one command at a time; only waiting is asynchronous. */
export class Engine {
  readonly catalog: Catalog;
  readonly group: CommitGroup;
  readonly transactions: Transactions;
  readonly retried: RetriedWrites;
  readonly cursors = new Cursors();
  private readonly main: SqliteConnection;
  private readonly housekeeping: NodeJS.Timeout;
  private sweepingOn: NodeJS.Immediate | undefined;

  constructor(dataDir: string, housekeepingMs: number) {
    this.main = openDatabase(dataDir);
    this.catalog = new Catalog(this.main);
    this.group = new CommitGroup(this.main, () => this.catalog.reload());
    this.transactions = new Transactions(databasePath(dataDir), this.main, this.catalog, (owner) =>
      this.cursors.killOf(owner),
    );
    this.retried = new RetriedWrites(this.main);
    this.housekeeping = setInterval(() => this.keepHouse(), housekeepingMs);
    this.housekeeping.unref();
  }

  view(collection: Collection): CollectionView {
    return new CollectionView(this.main, collection);
  }

  writer(collection: Collection): StoredDocumentWriter {
    return new StoredDocumentWriter(this.main, this.catalog, this.view(collection), this.transactions);
  }

  /** Resolves to the encoded reply once its effects are on disk. Never rejects, because failures are replies. */
  async execute(request: Document): Promise<Buffer> {
    let settled: Promise<void> | undefined;
    try {
      const input = new CommandInput(request);
      const command = commandFor(input);
      const reply = await this.whenUnlocked(() => {
        try {
          return this.attempt(command, input);
        } finally {
          // Synchronously, because the group and its outcome may be gone later.
          settled = this.group.settled();
        }
      });
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
    this.transactions.close();
    this.group.flush();
    try {
      this.main.rows('PRAGMA wal_checkpoint(TRUNCATE)');
    } catch {
      // On a full disk the journal stays beside the database; the next start reads it.
    }
    this.main.close();
  }

  private async whenUnlocked<T>(attempt: () => T): Promise<T> {
    for (;;) {
      try {
        return attempt();
      } catch (error) {
        if (!(error instanceof LockedByTransaction)) throw error;
        await error.ended;
      }
    }
  }

  private attempt(command: Command, input: CommandInput): Buffer {
    const lsid = input.bytes('lsid');
    const session = lsid ? asBuffer(lsid).toString('hex') : '';
    const number = input.number('txnNumber');
    if (input.value('autocommit') === false) {
      if (!lsid || number === undefined) throw new MongoError(72, 'a transaction needs lsid and txnNumber');
      return this.inTransaction(command, input, asBuffer(lsid), number);
    }
    const context = new CommandContext(this, input, session);
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

  private inTransaction(command: Command, input: CommandInput, lsid: Buffer, number: number): Buffer {
    const session = lsid.toString('hex');
    if (input.name === 'commitTransaction') return this.commit(lsid, number);
    const transaction = input.flag('startTransaction')
      ? this.start(session, number)
      : this.transactions.find(session, number);
    if (input.name === 'abortTransaction') {
      this.transactions.finish(transaction);
      return encode({ ok: 1 });
    }
    try {
      if (!command.transactional)
        throw new MongoError(263, `Cannot run '${input.name}' in a multi-document transaction.`);
      const context = new CommandContext(this, input, session, transaction);
      const reply = asReply(command.run(context));
      if (context.failed) this.transactions.finish(transaction);
      return reply;
    } catch (error) {
      this.transactions.finish(transaction);
      throw error;
    }
  }

  private start(session: string, number: number): Transaction {
    this.group.flush();
    return this.transactions.begin(session, number);
  }

  private commit(lsid: Buffer, number: number): Buffer {
    const session = lsid.toString('hex');
    if (!this.transactions.isRunning(session, number)) {
      const given = this.retried.find(lsid, number);
      if (given) return given;
    }
    const transaction = this.transactions.find(session, number);
    const reply = encode({ ok: 1 });
    try {
      this.group.run(() => {
        this.transactions.apply(transaction);
        this.retried.remember(lsid, number, reply);
      });
      return reply;
    } catch (error) {
      if (asMongoError(error).code === 11000)
        throw transientError(112, 'a concurrent write took a unique key of this transaction');
      throw error;
    } finally {
      this.transactions.finish(transaction);
    }
  }

  /** Removes expired documents, sessions and cursors; runs about every minute. */
  keepHouse(): void {
    try {
      this.transactions.abortExpired();
      this.cursors.killIdle();
      this.group.run(() => this.retried.forgetOld());
      const areMore = removeExpired(this);
      this.group.flush();
      // Lets other commands run in between.
      if (areMore) this.sweepingOn = setImmediate(() => this.keepHouse());
      // Until then the journal beside the database still holds what was erased.
      this.main.rows('PRAGMA wal_checkpoint(TRUNCATE)');
    } catch (error) {
      // Repeated in a minute. A full disk is reported to writers.
      process.emitWarning(`embedded MongoDB: housekeeping failed: ${asMongoError(error).message}`);
    }
  }
}

function commandFor(input: CommandInput): Command {
  const command = Object.hasOwn(commands, input.name) ? commands[input.name] : undefined;
  if (!command) throw new MongoError(59, `no such command: '${input.name}' (or left out of the embedded server)`);
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
  if (level === 'snapshot' && input.value('autocommit') === undefined) {
    throw new MongoError(72, 'readConcern snapshot is there in transactions only');
  }
}

const asReply = (reply: Buffer | Document): Buffer => (Buffer.isBuffer(reply) ? reply : encode(reply));

function errorReply({ code, codeName, message, extra, labels }: MongoError): Buffer {
  return encode({ ok: 0, code, codeName, errmsg: message, ...extra, ...(labels.length && { errorLabels: labels }) });
}
