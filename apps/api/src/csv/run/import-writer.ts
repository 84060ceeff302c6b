import { membersView } from '@superscope/contracts/read-models/members';
import { setTimeout as delay } from 'node:timers/promises';
import {
  ConflictError,
  EventStoreFullError,
  EventStoreUnavailableError,
  TooLargeError,
  UndecodableEventError,
} from '@superscope/event-store/connection/errors';
import { isMongoAway } from '@superscope/event-store/connection/mongo-away';
import { isPassing } from '@superscope/event-store/connection/retry';
import { UnreadableEvent } from '@superscope/event-store/events/unreadable-event';
import type { Views } from '../../platform/engines.module.js';
import { ImportErrors } from '../reading/import-errors.js';
import {
  RowRefused,
  type GroupTable,
  type ImportTable,
  type RowOf,
  type RowTable,
  type Run,
} from '../tables/import-table.js';
import { BoundedWork } from './bounded-work.js';

/** The lines of an accepted import, which can be read more than once. */
export interface KeptLines {
  contiguous: boolean;
  lines: () => AsyncIterable<string[]>;
}

/**
 * One line of a spool: `id`, a tab, and JSON. The JSON is the line number and data for tables by rows, or only the data for tables by
 * groups.
 */
export const keptLine = (table: ImportTable, line: number, id: string, data: unknown): string =>
  `${id}\t${JSON.stringify(table.kind === 'rows' ? [line, data] : data)}`;

/** Streams that are written concurrently: many share the event store's commits, while people's commands still get their turn. */
const streamsAtOnce = 48;
const groupsAtOnce = 32;
/**
 * For tables by rows, how many rows are grouped by stream at a time. The batch number is part of the commands' ids, so this must never
 * change.
 */
const rowsPerBatch = 5_000;
/** For tables by groups, how many rows of incomplete groups are held in memory, and how many may be written at once. */
const rowsHeld = 200_000;
const rowsInFlight = 24_000;

/** The import was stopped from outside, because the process ends or another process continues the import. */
export class ImportStopped extends Error {
  constructor() {
    super('The import was stopped.');
    this.name = 'ImportStopped';
  }
}

/** Writes an import's rows. It can be repeated from wherever an earlier run ended, and still writes each row once. */
export class ImportWriter {
  /** Rows handled so far, and how many of them were new. */
  done = 0;
  written = 0;
  /** Errors of refused rows. The other rows are written all the same. */
  readonly refused = new ImportErrors();

  constructor(
    private readonly run: Run,
    private readonly views: Views,
    private readonly signal: AbortSignal,
  ) {}

  async write(table: ImportTable, kept: KeptLines): Promise<void> {
    if (table.kind === 'rows') await this.writeRows(table, kept);
    else if (kept.contiguous) await this.writeContiguousGroups(table, kept);
    else for (const pass of passesOf(await this.countGroups(kept))) await this.writeGroups(table, kept, pass);
  }

  private async writeRows(table: RowTable, { lines }: KeptLines): Promise<void> {
    let batch = 0;
    let streams = new Map<string, RowOf<never>[]>();
    let rows = 0;
    let writing: Promise<void> = Promise.resolve();
    /**
     * Writes a batch. Batches are written one after the other, because the rows of one stream may be in two of them, but the next batch is
     * prepared meanwhile.
     */
    const flush = async () => {
      const [of, number] = [streams, batch];
      const known = this.prepare(table, [...of.keys()]);
      // Avoids an unhandled rejection; awaited with the next batch.
      known.catch(() => undefined);
      batch += 1;
      streams = new Map();
      rows = 0;
      await writing;
      writing = known.then((ids) => this.writeBatch(table, of, number, ids));
      writing.catch(() => undefined);
    };
    try {
      for await (const frame of lines())
        for (const line of frame) {
          const [id, json] = split(line);
          const row = JSON.parse(json) as RowOf<never>;
          const same = streams.get(id);
          if (same) same.push(row);
          else streams.set(id, [row]);
          rows += 1;
          if (rows === rowsPerBatch) await flush();
        }
      if (rows > 0) await flush();
    } finally {
      // A failure is thrown only once all writing has ended.
      await writing.catch(() => undefined);
    }
    await writing;
  }

  /** Prepares the keys of members' streams. Returns the streams that may already exist, or null if the table does not expect new ones. */
  private async prepare(table: RowTable, ids: readonly string[]): Promise<ReadonlySet<string> | null> {
    if (table.ofMembers) await this.patiently(() => this.run.store.prepareKeys(ids));
    return table.writeNew ? this.patiently(() => this.membersAmong(ids)) : null;
  }

  private async writeBatch(
    table: RowTable,
    streams: ReadonlyMap<string, RowOf<never>[]>,
    batch: number,
    known: ReadonlySet<string> | null,
  ): Promise<void> {
    const { writeNew } = table;
    const work = new BoundedWork(streamsAtOnce, Infinity);
    for (const [id, rows] of streams)
      await work.begin(1, async () => {
        const command = `${table.table}/${id}/${batch}`;
        const fresh = writeNew && known && !known.has(id);
        const added = await this.besideRefused(rows, async (left) => {
          const started = fresh ? await this.patiently(() => writeNew(id, left, this.run, command)) : null;
          return started ?? (await this.patiently(() => table.write(id, left, this.run, command)));
        });
        this.written += added;
        this.done += rows.length;
      });
    await work.done();
  }

  /** Writes the rows of one stream except those that a rule refuses. Returns how many rows were new. */
  private async besideRefused(
    rows: readonly RowOf<never>[],
    write: (rows: readonly RowOf<never>[]) => Promise<number>,
  ): Promise<number> {
    for (let left = rows; left.length > 0;) {
      try {
        return await write(left);
      } catch (error) {
        const refused = error instanceof RowRefused ? left.filter(([line]) => line === error.line) : left;
        const message = error instanceof RowRefused ? error.message : whyStreamIsClosed(error);
        if (message === null) throw error;
        for (const [line] of refused) this.refused.add(line, null, message);
        left = left.filter((row) => !refused.includes(row));
      }
    }
    return 0;
  }

  private async membersAmong(ids: readonly string[]): Promise<Set<string>> {
    const found = this.views.of(membersView).find({ _id: { $in: [...ids] } }, { projection: { _id: 1 } });
    return new Set((await found.toArray()).map((member) => member._id));
  }

  /** The rows of each group are contiguous, so one group is held while it is read, and others while they are written. */
  private writeContiguousGroups(table: GroupTable, { lines }: KeptLines): Promise<void> {
    return this.asGroups(async (write) => {
      let group = '';
      let rows: string[] = [];
      for await (const frame of lines())
        for (const line of frame) {
          const [id, json] = split(line);
          if (id !== group && rows.length > 0) {
            await write(table, group, rows);
            rows = [];
          }
          group = id;
          rows.push(json);
        }
      if (rows.length > 0) await write(table, group, rows);
    });
  }

  /** Reads all lines, keeps those of some groups, and writes each group once it is complete. */
  private writeGroups(table: GroupTable, { lines }: KeptLines, sizes: ReadonlyMap<string, number>): Promise<void> {
    return this.asGroups(async (write) => {
      const groups = new Map<string, string[]>();
      for await (const frame of lines())
        for (const line of frame) {
          const [id, json] = split(line);
          const size = sizes.get(id);
          if (size === undefined) continue;
          const rows = groups.get(id) ?? [];
          rows.push(json);
          if (rows.length < size) groups.set(id, rows);
          else {
            groups.delete(id);
            await write(table, id, rows);
          }
        }
    });
  }

  private async countGroups({ lines }: KeptLines): Promise<Map<string, number>> {
    const sizes = new Map<string, number>();
    for await (const frame of lines())
      for (const line of frame) {
        const [id] = split(line);
        sizes.set(id, (sizes.get(id) ?? 0) + 1);
      }
    return sizes;
  }

  /** Writes groups concurrently: `write` resolves once the next group may follow. Waits for all groups even if reading them failed. */
  private async asGroups(
    read: (write: (table: GroupTable, group: string, rows: string[]) => Promise<void>) => Promise<void>,
  ): Promise<void> {
    const work = new BoundedWork(groupsAtOnce, rowsInFlight);
    try {
      await read((table, group, rows) =>
        work.begin(rows.length, async () => {
          if (await this.wroteGroup(table, group, rows)) this.written += rows.length;
          this.done += rows.length;
        }),
      );
    } finally {
      await work.done().catch(() => undefined);
    }
    await work.done();
  }

  private async wroteGroup(table: GroupTable, group: string, rows: string[]): Promise<boolean> {
    try {
      return await this.patiently(() => table.write(group, rows, this.run));
    } catch (error) {
      const message = whyStreamIsClosed(error);
      if (message === null) throw error;
      for (let row = 0; row < rows.length; row += 1) this.refused.add(null, null, `${group}: ${message}`);
      return false;
    }
  }

  /**
   * Retries, because an accepted import must go on: it waits for an unavailable engine, and repeats after other writes to the same stream.
   * Throws ImportStopped.
   */
  private async patiently<Result>(action: () => Promise<Result>): Promise<Result> {
    for (let attempt = 0; ; attempt += 1) {
      if (this.signal.aborted) throw new ImportStopped();
      try {
        return await action();
      } catch (error) {
        if (!mayPass(error)) throw error;
        await delay(Math.min(5_000, 50 * 2 ** attempt), undefined, { signal: this.signal }).catch(() => undefined);
      }
    }
  }
}

const split = (line: string): [id: string, json: string] => {
  const tab = line.indexOf('\t');
  return [line.slice(0, tab), line.slice(tab + 1)];
};

/** The message for people if nothing more can be written to one stream; null if the error does not concern that stream alone. */
const whyStreamIsClosed = (error: unknown): string | null => {
  if (error instanceof UndecodableEventError) return 'What is stored about this cannot be read. Please tell us.';
  if (error instanceof UnreadableEvent || error instanceof TooLargeError)
    return 'This cannot be stored as it is. Please tell us.';
  return null;
};

/** Whether an error is transient: an engine is unavailable or full, or something else was written to the same stream. */
export const mayPass = (error: unknown): boolean => {
  if (error instanceof EventStoreUnavailableError || error instanceof EventStoreFullError) return true;
  if (error instanceof ConflictError) return error.code === 'stream-moved';
  return isPassing(error) || isMongoAway(error);
};

/** Splits groups, in their order, into as many passes as the limit on held rows requires. */
function passesOf(sizes: ReadonlyMap<string, number>): Map<string, number>[] {
  const passes: Map<string, number>[] = [];
  let held = Infinity;
  for (const [group, size] of sizes) {
    if (held + size > rowsHeld) {
      passes.push(new Map());
      held = 0;
    }
    passes.at(-1)!.set(group, size);
    held += size;
  }
  return passes;
}
