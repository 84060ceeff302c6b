import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { ImportAnswer, ImportRefusal } from '@superscope/contracts/csv-import';
import { csvTableNames, isCsvTable } from '@superscope/contracts/csv-tables';
import type { DocumentOf } from '@superscope/contracts/read-models/document-view';
import { importsView } from '@superscope/contracts/read-models/imports';
import { onecentralImportsView } from '@superscope/contracts/read-models/onecentral-imports';
import type { Decision } from '@superscope/domain/event';
import {
  beginImport,
  completeFile,
  failAttempt,
  onecentralImportStream,
  putOffAttempt,
  repeatFile,
  startAttempt,
  type ArrivedFile,
  type OnecentralError,
  type OnecentralImport,
  type OnecentralImportEvent,
} from '@superscope/domain/onecentral-import/onecentral-import';
import { RuleViolation } from '@superscope/domain/rule-violation';
import { EventStore } from '@superscope/event-store/event-store';
import { ImportAskedFirst, ImportOutdated } from '../csv/effect/questions.js';
import { FileRefused } from '../csv/file-refused.js';
import { ImportFile } from '../csv/import-file.slice.js';
import { oneCentralImporter } from '@superscope/domain/csv-import/import-starters';
import { ImportLeases } from '../csv/run/import-leases.js';
import { mayPass } from '../csv/run/import-writer.js';
import type { Principal } from '../platform/access/principal.js';
import { systemContext } from '../platform/commands/command-context.js';
import { Ops, Views } from '../platform/engines.module.js';
import { isDiskFull } from '../platform/disk-full.js';
import { Refusal } from '../platform/http/problem.filter.js';
import { ImportProgress } from './import-progress.js';
import { Inbox } from './inbox.js';
import { InboxClearing } from './inbox-clearing.js';
import { InboxFiles } from './inbox-files.js';
import { InboxState } from './inbox-state.js';
import { LeasedLoop } from './leased-loop.js';
import { contentDeleted, OnecentralFileList, toBeConfirmed } from './onecentral-file-list.js';
import { OnecentralSettings } from './onecentral-settings.js';
import { isAboutTaxFileNumbers } from './recognise-file.js';
import { storedError } from './stored-errors.js';
import { isAboutMembers } from './tables-about-members.js';

const unexpected = 'Something went wrong while this file was imported.';
const gone = 'The content of this file is no longer kept. Leave the file in the inbox again.';

/** As whom files are imported: everything that a person's file may do. */
const importer: Principal = { ...oneCentralImporter, role: 'Staff', scope: { kind: 'all' } };

type ImportDocument = DocumentOf<typeof importsView>;
type Decides = Decision<OnecentralImport, OnecentralImportEvent>;

/** An attempt that did not succeed, with what people are told. */
class NotImported extends Error {
  constructor(
    message: string,
    readonly errors: readonly OnecentralError[] = [],
    readonly errorCount: number = errors.length,
    /** Then none of its content may be kept, and trying again is no use. */
    readonly namesTaxFileNumbers: boolean = errors.some((error) => isAboutTaxFileNumbers(error.message)),
    /** The code of what a person has to confirm first, by queueing the file. */
    readonly asks: string | null = null,
  ) {
    super(message);
    this.name = 'NotImported';
  }
}

/** Something else must happen first: the attempt does not count. */
class PutOff extends Error {}

/** An import that runs on beside the others. */
interface Lasting {
  attemptId: string;
  importId: string;
  table: string | null;
}

/** Tables that others refer to come first. */
const placeOf = (table: string | null) => (table === null ? 0 : csvTableNames.findIndex((name) => name === table));

/**
 * Imports the files of the inbox one after the other, by the same command as a person's files. The stream of each file is the fence: an
 * attempt that another one has replaced writes nothing.
 */
@Injectable()
export class OnecentralImporter implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger('OneCentral');
  private readonly loop: LeasedLoop;
  /** Attempts whose imports outlast their turn, by file: they are looked at in each turn until they end. */
  private readonly lasting = new Map<string, Lasting>();
  /** Until when a file that was put off waits, in ms. */
  private readonly waitsUntil = new Map<string, number>();

  constructor(
    private readonly store: EventStore,
    private readonly views: Views,
    private readonly bus: CommandBus,
    private readonly files: InboxFiles,
    private readonly list: OnecentralFileList,
    private readonly progress: ImportProgress,
    private readonly leases: ImportLeases,
    private readonly settings: OnecentralSettings,
    private readonly inbox: Inbox,
    private readonly clearing: InboxClearing,
    private readonly state: InboxState,
    ops: Ops,
  ) {
    this.loop = new LeasedLoop(ops, {
      lease: 'onecentral-imports',
      everyMilliseconds: () => this.settings.lookForDueMilliseconds,
      turn: (signal) => this.turn(signal),
    });
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  /** A file that is being imported is left to the next process. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.loop.stop();
    for (const [fileId, { attemptId }] of this.lasting)
      await this.decide(fileId, attemptId, 'put-off', putOffAttempt(attemptId)).catch(() => undefined);
  }

  /** Looks at once, for example because a file was queued. */
  look(): Promise<void> {
    return this.loop.look();
  }

  private async turn(signal: AbortSignal): Promise<void> {
    const now = new Date();
    const due = await this.views
      .of(onecentralImportsView)
      .find(
        {
          isDeleted: false,
          status: { $in: ['Pending', 'Queued'] },
          $or: [{ retryAt: null }, { retryAt: { $lte: now } }],
        },
        { projection: { table: 1, since: 1 } },
      )
      .sort({ since: 1 })
      .toArray();
    // Files that arrive together find each other's rows.
    for (const { _id, table } of due.toSorted((a, b) => placeOf(a.table) - placeOf(b.table))) {
      if (signal.aborted) return;
      if ((this.waitsUntil.get(_id) ?? 0) > performance.now()) continue;
      this.waitsUntil.delete(_id);
      // A file that could not be read has no table. Its attempt says that there is no content.
      if (table !== null && (!isCsvTable(table) || (await this.leases.running([table])) !== null)) continue;
      await this.besideOthers(_id, signal);
    }
  }

  /** One file keeps no other from being imported. */
  private async besideOthers(fileId: string, signal: AbortSignal): Promise<void> {
    try {
      await this.attempt(fileId, signal);
    } catch (err) {
      // A person queued or deleted the file meanwhile, another process took it over, or an engine is away.
      this.log.warn({ msg: 'an attempt at a file of OneCentral was left', fileId, err });
    } finally {
      await this.progress.end(fileId);
    }
  }

  private decide(fileId: string, attemptId: string, what: string, decision: Decides) {
    const by = systemContext(`onecentral/${fileId}/${attemptId}/${what}`);
    return this.store.transact(onecentralImportStream, fileId, decision, by);
  }

  private async attempt(fileId: string, signal: AbortSignal): Promise<void> {
    const lasting = this.lasting.get(fileId);
    const attemptId = lasting?.attemptId ?? randomUUID();
    const decide = (what: string, decision: Decides) => this.decide(fileId, attemptId, what, decision);
    if (lasting === undefined) await decide('start', startAttempt(attemptId, new Date().toISOString()));
    const { state } = await this.store.load(onecentralImportStream, fileId);
    // It is remembered anew if its import still runs.
    this.lasting.delete(fileId);
    if (state.file === null || state.attemptId !== attemptId) return;
    try {
      if (lasting !== undefined) return await this.follow(state.file, lasting, 0, signal);
      const same = state.round === 0 ? await this.earlier(state.file) : null;
      if (same !== null) {
        await decide('repeat', repeatFile(attemptId, same));
        return same.isOlder ? undefined : await this.letGo(state.file);
      }
      const { importId, rows } = await this.begin(state.file, state);
      await decide('begin', beginImport(attemptId, importId, rows));
      await this.progress.end(fileId);
      await this.follow(
        state.file,
        { attemptId, importId, table: state.file.table },
        this.settings.followAtMostMilliseconds,
        signal,
      );
    } catch (error) {
      // Another process carries on, unless this one ends: then the next one need not count the attempt.
      if (signal.aborted) {
        if (this.loop.isStopping) await decide('put-off', putOffAttempt(attemptId));
        return;
      }
      // A person queued or deleted it meanwhile.
      if (error instanceof RuleViolation) throw error;
      // What it refers to may still be written.
      const isEarly = () => [...this.lasting.values()].some(({ table }) => placeOf(table) < placeOf(state.file!.table));
      const isFinal =
        error instanceof NotImported && (error.namesTaxFileNumbers || error.asks !== null || error.message === gone);
      if (error instanceof PutOff || mayPass(error) || isDiskFull(error) || (!isFinal && isEarly())) {
        this.waitsUntil.set(fileId, performance.now() + this.settings.putOffMilliseconds);
        return void (await decide('put-off', putOffAttempt(attemptId)));
      }
      await this.fail(state, error, (failure, retryAt) => decide('fail', failAttempt(attemptId, failure, retryAt)));
    }
  }

  private async fail(
    { file, attempts }: OnecentralImport,
    error: unknown,
    write: (failure: Parameters<typeof failAttempt>[1], retryAt: string | null) => Promise<unknown>,
  ): Promise<void> {
    const known = error instanceof NotImported ? error : new NotImported(unexpected);
    if (known !== error)
      this.log.error({ msg: 'a file of OneCentral was not imported', fileId: file!.fileId, err: error });
    const { errors, errorCount } = known;
    const hasNumbers = known.namesTaxFileNumbers;
    const failure = {
      reason:
        hasNumbers && !known.message.includes(contentDeleted) ? `${known.message} ${contentDeleted}` : known.message,
      errors: errors.map((error) => storedError(file!.table, error)),
      errorCount,
      ...(known.asks !== null && { asks: known.asks }),
    };
    if (hasNumbers) {
      // Before the event, so that a process that ends in between leaves no numbers behind.
      await this.files.delete(file!.sha256);
      await this.removeNumbers(file!);
      return void (await write(failure, null));
    }
    if (failure.reason === gone || known.asks !== null) return void (await write(failure, null));
    await write(failure, new Date(Date.now() + this.settings.waitAfterAttempt(attempts)).toISOString());
  }

  /** Removes a file with tax file numbers from the inbox. If it stays there, the list says so. */
  private async removeNumbers({ fileId, source, name, sha256 }: ArrivedFile): Promise<void> {
    if (source !== this.inbox.source) return;
    try {
      await this.clearing.remove(fileId, { key: name }, sha256);
    } catch (err) {
      const { code = 'none' } = err as { code?: string };
      this.log.warn({ msg: 'a file with tax file numbers stays in the inbox', fileId, code });
      await this.state.noteLying(fileId);
    }
  }

  /**
   * The file of the same content that was imported last. What was imported since (`isOlder`) is newer than both, so this one must not
   * overwrite it: a person who wants that queues the file. Null if there is none.
   */
  private async earlier({ fileId, sha256 }: ArrivedFile): Promise<Parameters<typeof repeatFile>[1] | null> {
    const found = await this.views
      .of(onecentralImportsView)
      .find({ sha256, status: 'Complete', importId: { $ne: null }, _id: { $ne: fileId } })
      .sort({ since: -1 })
      .limit(1)
      .next();
    if (found === null) return null;
    return { fileId: found._id, name: found.name, isOlder: await this.isReplaced(found) };
  }

  /** Whether rows of the same table were written after a file, by a person or by another file. */
  private async isReplaced({ table, importId }: DocumentOf<typeof onecentralImportsView>): Promise<boolean> {
    if (table === null || importId === null) return false;
    const imports = this.views.of(importsView);
    const own = await imports.findOne({ _id: importId }, { projection: { acceptedAt: 1 } });
    if (own === null) return false;
    const newer = {
      table,
      acceptedAt: { $gt: own.acceptedAt },
      $or: [{ state: 'running' as const }, { written: { $gt: 0 } }],
    };
    return (await imports.findOne(newer, { projection: { _id: 1 } })) !== null;
  }

  /** Checks the whole file and begins its import, or finds the import that an attempt before this one began. */
  private async begin(
    { fileId, sha256, bytes, name, table }: ArrivedFile,
    { round, failures, confirmed }: OnecentralImport,
  ): Promise<{ importId: string; rows: number }> {
    const content = await this.files.read(sha256);
    if (content === null) throw new NotImported(gone);
    const by = { ...systemContext(`onecentral/${fileId}/${round}/${failures}`), bodyDigest: sha256 };
    const request = {
      fileName: name,
      bytes: this.progress.of(fileId, bytes, content),
      table: isCsvTable(table ?? '') ? (table as (typeof csvTableNames)[number]) : null,
      platformId: null,
      planId: null,
      dryRun: false,
      confirmed,
    };
    try {
      const { importId, rows } = await this.bus.execute<ImportFile, ImportAnswer>(
        new ImportFile(request, importer, by),
      );
      return { importId: importId!, rows };
    } catch (error) {
      if (error instanceof RuleViolation)
        throw error.code === 'conflict' ? new PutOff() : new NotImported(error.message);
      if (error instanceof ImportOutdated || (error instanceof Refusal && error.status === 503)) throw new PutOff();
      if (error instanceof Refusal) throw notImported(error);
      throw error;
    }
  }

  /** Completes a file once its import has ended, or leaves the import running after so many milliseconds. Throws NotImported. */
  private async follow(
    file: ArrivedFile,
    lasting: Lasting,
    atMostMilliseconds: number,
    signal: AbortSignal,
  ): Promise<void> {
    const { attemptId, importId } = lasting;
    const ended = await this.ended(importId, performance.now() + atMostMilliseconds, signal);
    const { fileId } = file;
    if (ended === null) return void this.lasting.set(fileId, lasting);
    const { written, skipped } = ended;
    await this.decide(fileId, attemptId, 'complete', completeFile(attemptId, { importId, written, skipped }));
    await this.letGo(file);
  }

  /** Deletes the content of a file about members that is Complete. What is left because an engine is away, the hourly run deletes. */
  private async letGo({ fileId, table, sha256 }: ArrivedFile): Promise<void> {
    if (!isAboutMembers(table)) return;
    try {
      if (!(await this.list.isNeeded(sha256, fileId))) await this.files.delete(sha256);
    } catch (err) {
      this.log.warn({ msg: 'the content of a complete file is kept until the next hour', fileId, err });
    }
  }

  /** The import once it has ended with all rows written; null if it runs longer than until `deadline`. Throws NotImported otherwise. */
  private async ended(importId: string, deadline: number, signal: AbortSignal): Promise<ImportDocument | null> {
    for (;;) {
      signal.throwIfAborted();
      const found = await this.views
        .of(importsView)
        .findOne({ _id: importId })
        .catch(() => null);
      if (found !== null && found.state !== 'running') return requireWritten(found);
      if (performance.now() >= deadline) return null;
      await delay(this.settings.followMilliseconds, undefined, { signal });
    }
  }
}

function requireWritten(found: ImportDocument): ImportDocument {
  const { state, message, refused = 0, errors = [] } = found;
  if (state === 'failed') throw new NotImported(message ?? unexpected, errors, refused);
  if (refused === 0) return found;
  const rows = refused === 1 ? 'One row was refused' : `${refused.toLocaleString('en-AU')} rows were refused`;
  throw new NotImported(`${rows}; the others are written.`, errors, refused);
}

function notImported(refusal: Refusal): NotImported {
  if (refusal instanceof ImportAskedFirst) return askedFirst(refusal);
  const { body } = refusal;
  if (!('errors' in body)) return new NotImported(body.message);
  const { errors, errorCount } = body as unknown as ImportRefusal;
  const count = errorCount === 1 ? 'One error' : `${errorCount.toLocaleString('en-AU')} errors`;
  const message = `${count}; none of the file was taken.`;
  return refusal instanceof FileRefused && refusal.namesTaxFileNumbers
    ? new NotImported(`${message} ${contentDeleted}`, errors, errorCount, true)
    : new NotImported(message, errors, errorCount);
}

function askedFirst({ asked, code }: ImportAskedFirst): NotImported {
  const { shown, count } = asked;
  const what = count === 1 ? 'One value is' : `${count.toLocaleString('en-AU')} values are`;
  const reason = `${what} ${toBeConfirmed} Look at the errors, and queue the file to import it as it is.`;
  const errors = shown.map(({ line, column, message }) => ({ line, column, message }));
  return new NotImported(reason, errors, count, false, code);
}
