import { setTimeout as delay } from 'node:timers/promises';
import type { ChdbResult, Session } from 'chdb';
import { ClickhouseError, queryCancelled } from './clickhouse-error.js';
import { quotedName, stringLiteral } from './literal.js';

/** One statement with everything it depends on. `format` applies where the statement names none. */
export type Work = {
  sql: string;
  format: string;
  database: string;
  settings: ReadonlyMap<string, string>;
  params: ReadonlyMap<string, string>;
  changesSession: boolean;
};

export type SessionOptions = {
  open(): Session;
  /** Marks this session's queries in system.processes, so that the running one can be found and killed. */
  tag: string;
  /** Asks the engine, through another session, to stop the query marked with the tag. */
  kill(tag: string): Promise<unknown>;
};

const KILL_AGAIN_MS = 100;

/**
 * One engine session that serves one request after another and gives each the clean state of a new HTTP connection.
 * After a failed or cancelled statement the native session is thrown away: rows computed before the failure would otherwise
 * be prepended to its next result. Opening another takes half a millisecond.
 */
export class EngineSession {
  /** Opened when it is first needed. */
  private native: Session | null = null;
  private database = 'default';
  private settings: ReadonlyMap<string, string> = new Map();
  private params: ReadonlyMap<string, string> = new Map();

  constructor(private readonly options: SessionOptions) {}

  /** Returns the whole result, held in memory. */
  async run(work: Work, signal: AbortSignal): Promise<ChdbResult> {
    return this.guarded(signal, async (killable) => {
      const result = await killable(
        this.session().queryAsync(this.preparation(work) + work.sql, { format: work.format }),
      );
      if (work.changesSession) this.renew();
      return result;
    });
  }

  /** Streams the result in pieces, computed no faster than they are taken. `take` gets each piece and resolves when it wants more. */
  async stream(work: Work, signal: AbortSignal, take: (piece: Uint8Array) => Promise<void>): Promise<void> {
    return this.guarded(signal, async (killable) => {
      const preparation = this.preparation(work);
      const session = this.session();
      if (preparation) await session.queryAsync(preparation);
      const pieces = session.queryStream(work.sql, { format: work.format });
      const drain = async () => {
        for await (const piece of pieces) {
          await take(piece.raw());
          if (signal.aborted) throw queryCancelled();
        }
      };
      await killable(drain());
    });
  }

  close(): void {
    this.native?.close();
  }

  private async guarded<R>(
    signal: AbortSignal,
    work: (killable: <T>(running: Promise<T>) => Promise<T>) => Promise<R>,
  ): Promise<R> {
    if (signal.aborted) throw queryCancelled();
    try {
      return await work((running) => this.killedOnAbort(running, signal));
    } catch (error) {
      this.renew();
      throw ClickhouseError.from(error);
    }
  }

  /** Repeats the kill order until the query has ended, because the first may precede its start. Later the tag belongs to the next query. */
  private async killedOnAbort<T>(running: Promise<T>, signal: AbortSignal): Promise<T> {
    let ended = false;
    const end = running.then(
      () => void (ended = true),
      () => void (ended = true),
    );
    let killing: Promise<void> | null = null;
    const kill = async () => {
      while (!ended) {
        // The engine refuses kill orders while memory is short, so they are repeated.
        await this.options.kill(this.options.tag).catch(() => undefined);
        await Promise.race([end, delay(KILL_AGAIN_MS)]);
      }
    };
    const onAbort = () => {
      killing = kill();
    };
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      return await running;
    } finally {
      signal.removeEventListener('abort', onAbort);
      await killing;
    }
  }

  /** The statements that bring the session from the last request's database, settings and parameters to this one's. */
  private preparation(work: Work): string {
    const settings = new Map([...work.settings, ['log_comment', this.options.tag]]);
    const assignments = [
      ...changes(this.settings, settings, '', 'DEFAULT'),
      // A parameter cannot be unset, so it is emptied; the front refuses placeholders without a value.
      ...changes(this.params, work.params, 'param_', "''"),
    ];
    const statements = [
      ...(work.database === this.database ? [] : [`USE ${quotedName(work.database)};`]),
      ...(assignments.length === 0 ? [] : [`SET ${assignments.join(', ')};`]),
    ];
    this.database = work.database;
    this.settings = settings;
    this.params = work.params;
    return statements.join('');
  }

  private session(): Session {
    return (this.native ??= this.options.open());
  }

  /** Discards the native session now and opens the next one lazily, so that a failure to open it cannot expose this one's rows. */
  private renew(): void {
    const spent = this.native;
    this.native = null;
    spent?.close();
    this.database = 'default';
    this.settings = new Map();
    this.params = new Map();
  }
}

function* changes(
  from: ReadonlyMap<string, string>,
  to: ReadonlyMap<string, string>,
  prefix: string,
  none: string,
): Generator<string> {
  for (const name of from.keys()) if (!to.has(name)) yield `${prefix}${name} = ${none}`;
  for (const [name, value] of to) {
    if (from.get(name) !== value) yield `${prefix}${name} = ${stringLiteral(value)}`;
  }
}
