import { availableParallelism, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import type { AddressInfo, Server } from 'node:net';
import { Session } from 'chdb';
import { lockDataDir } from '../data-lock.js';
import { makeOwnerOnly } from '../owner-only.js';
import { BoundedPool } from './bounded-pool.js';
import { ClickhouseError } from './clickhouse-error.js';
import { EngineSession } from './engine-session.js';
import { createFront } from './http-front.js';
import { InsertSpool } from './insert-spool.js';
import { stringLiteral } from './literal.js';
import { credentialsCheck, loadPassword, USER } from './password.js';

export type ClickhouseOptions = {
  dataDir: string;
  /** 0 or absent: any free port. */
  port?: number;
  /** An already listening socket, instead of a port. */
  socket?: { fd: number } | null;
  /** Serves without a password, for tools. */
  insecure?: boolean;
  /** Memory limit of queries, caches and merges together; by default 4 GiB, or half the machine's memory if that is less. */
  memoryLimitBytes?: number;
  /** Queries running at once; by default one more than there are processors. */
  sessions?: number;
};

/** `url` contains the password. `server` is the listening server. */
export type Clickhouse = { url: string; port: number; server: Server; stop(): Promise<void> };

const GIB = 1024 ** 3;
const MIB = 1024 ** 2;
const MAX_WAITING = 256;
const STOP_GRACE_MS = 5_000;

/**
 * Serves the ClickHouse engine on 127.0.0.1 from `dataDir`, which it locks. One engine per process, for the life of the process:
 * the native library cannot open a second folder. Rejects with one sentence when the folder or the port is taken.
 */
export async function startClickhouse(options: ClickhouseOptions): Promise<Clickhouse> {
  const dataDir = resolve(options.dataDir);
  // The engine reads an insert's rows by file name and treats these characters as a glob pattern.
  if (/[*?{}]/.test(dataDir)) throw new Error(`The data folder ${dataDir} may not have any of * ? { } in its name.`);
  makeOwnerOnly(dataDir);
  const lock = lockDataDir(dataDir);
  try {
    makeOwnerOnly(join(dataDir, 'engine'));
    const password = loadPassword(dataDir);
    const engine = openEngine(join(dataDir, 'engine'), options);
    const front = createFront({
      pool: engine.pool,
      spool: new InsertSpool(join(dataDir, 'incoming')),
      admit: options.insecure ? () => 'granted' : credentialsCheck(password),
    });
    let stopped: Promise<void> | null = null;
    const stop = async () => {
      await closeFront(front);
      await engine.pool.quiet();
      engine.close();
      lock.release();
    };
    try {
      const port = await listen(front, options);
      const credentials = options.insecure ? '' : `${USER}:${password}@`;
      const url = `http://${credentials}127.0.0.1:${port}`;
      return { url, port, server: front, stop: () => (stopped ??= stop()) };
    } catch (error) {
      engine.close();
      throw error;
    }
  } catch (error) {
    lock.release();
    throw error;
  }
}

function openEngine(folder: string, options: ClickhouseOptions) {
  const connectionArgs = engineArguments(options.memoryLimitBytes ?? Math.min(4 * GIB, totalmem() / 2));
  const open = () => new Session(folder, { connectionArgs });
  // Always open, because the engine shuts down with its last session. It also sends the kill orders.
  const control = open();
  const kill = (tag: string) =>
    control.queryAsync(`KILL QUERY WHERE Settings['log_comment'] = ${stringLiteral(tag)} ASYNC`);
  const sessions = Array.from(
    { length: options.sessions ?? defaultSessions() },
    (_, index) => new EngineSession({ open, kill, tag: `session-${index}` }),
  );
  const pool = new BoundedPool(sessions, MAX_WAITING, () =>
    ClickhouseError.of(202, 'TOO_MANY_SIMULTANEOUS_QUERIES', 'Too many queries are waiting.', 503),
  );
  const close = () => {
    for (const session of sessions) session.close();
    control.close();
  };
  return { pool, close };
}

/** Each query occupies a thread of libuv's pool (UV_THREADPOOL_SIZE, by default 4); one stays free for kill orders and files. */
function defaultSessions(): number {
  const threads = Number(process.env['UV_THREADPOOL_SIZE'] ?? 4);
  return Math.max(1, Math.min(availableParallelism() + 1, threads - 1));
}

function engineArguments(memoryLimitBytes: number): string[] {
  const settings = {
    max_server_memory_usage: Math.round(memoryLimitBytes),
    mark_cache_size: 256 * MIB,
    primary_index_cache_size: 256 * MIB,
    timezone: 'UTC',
    // A server's defaults; the library's defaults are those of the command-line tool.
    implicit_select: 0,
    allow_introspection_functions: 0,
    // A server limits only the statement; here its parameters are sent as a statement too.
    max_query_size: 64 * MIB,
    // The samples are never read, and the timers slow down every short query.
    query_profiler_real_time_period_ns: 0,
    query_profiler_cpu_time_period_ns: 0,
    // An acknowledged insert is written, not waiting in a buffer.
    async_insert: 0,
  };
  return Object.entries(settings).map(([name, value]) => `--${name}=${value}`);
}

async function listen(server: Server, { port = 0, socket }: ClickhouseOptions): Promise<number> {
  await new Promise<void>((done, fail) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      fail(error.code === 'EADDRINUSE' ? new Error(`Port ${port} on 127.0.0.1 is taken by another program.`) : error),
    );
    server.listen(socket ?? { port, host: '127.0.0.1' }, done);
  });
  return (server.address() as AddressInfo).port;
}

/** Lets requests finish for a while, then cuts their connections, which cancels their queries. */
async function closeFront(server: ReturnType<typeof createFront>): Promise<void> {
  const closed = new Promise<void>((done) => server.close(() => done()));
  server.closeIdleConnections();
  const cut = setTimeout(() => server.closeAllConnections(), STOP_GRACE_MS);
  await closed;
  clearTimeout(cut);
}
