import http from 'node:http';
import { ClickhouseError, queryCancelled } from './clickhouse-error.js';
import type { BoundedPool } from './bounded-pool.js';
import type { EngineSession, Work } from './engine-session.js';
import type { InsertSpool } from './insert-spool.js';
import type { Admission } from './password.js';
import { readRequest, type QueryRequest } from './query-request.js';
import { ResultStream, sendError, sendResult, type ResultInfo } from './query-response.js';

export type FrontOptions = {
  pool: BoundedPool<EngineSession>;
  spool: InsertSpool;
  admit(request: http.IncomingMessage): Admission;
};

const KEEP_ALIVE_MS = 30_000;
/** Large, because a query's parameters are part of the request line. */
const MAX_HEADER_BYTES = 1024 * 1024;

/** Larger results are computed again as a stream. Most results are smaller. */
const BUFFERED_RESULT_BYTES = 16 * 1024 * 1024;
/** The rows are limited too, because the engine counts the bytes of a constant column only once. */
const BUFFERED_RESULT_ROWS = 200_000;
/** Formats whose pieces can be concatenated. In other formats (JSON, CSVWithNames) the engine ends every piece as a document. */
const STREAMABLE = new Set(
  `JSONEachRow JSONStringsEachRow JSONCompactEachRow JSONCompactStringsEachRow NDJSON JSONLines CSV TSV TSVRaw TSKV
  TabSeparated TabSeparatedRaw LineAsString RawBLOB RowBinary Native`.split(/\s+/),
);
const TOO_MANY_ROWS_OR_BYTES = 396;

/** ClickHouse's HTTP interface over the sessions of the pool. */
export function createFront(options: FrontOptions): http.Server {
  const server = http.createServer({ maxHeaderSize: MAX_HEADER_BYTES, keepAliveTimeout: KEEP_ALIVE_MS });
  server.on('request', (request, response) => {
    const client = new AbortController();
    response.on('close', () => response.writableFinished || client.abort(queryCancelled()));
    answer(options, request, response, client.signal).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else sendError(response, ClickhouseError.from(error));
    });
  });
  return server;
}

async function answer(
  { pool, spool, admit }: FrontOptions,
  request: http.IncomingMessage,
  response: http.ServerResponse,
  signal: AbortSignal,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://engine');
  if (url.pathname === '/ping') return void response.end('Ok.\n');
  const admission = admit(request);
  if (admission !== 'granted') throw refused(admission);
  if (url.pathname !== '/') throw ClickhouseError.of(48, 'NOT_IMPLEMENTED', 'There is no such handler.', 404);
  if (request.method === 'GET' && !url.search) return void response.end('Ok.\n');

  const query = await readRequest(request, url, spool);
  const { queryId, acceptsGzip } = query;
  const info = { queryId, acceptsGzip, format: query.statement.format ?? query.defaultFormat };
  try {
    // A complete result frees its session before it is sent.
    const result = await pool.use(signal, (session) => execute(session, query, info, response, signal));
    if (!result) return;
    const counted = query.rows ? { writtenRows: result.rowsRead } : { readRows: result.rowsRead };
    await sendResult(response, info, result.bytes(), { ...counted, elapsedSeconds: result.elapsed });
  } catch (error) {
    sendError(response, ClickhouseError.from(error, query.rows?.path), queryId);
  } finally {
    await query.rows?.discard();
  }
}

/** The complete result, or null when it was sent as a stream. */
async function execute(
  session: EngineSession,
  query: QueryRequest,
  info: ResultInfo,
  response: http.ServerResponse,
  signal: AbortSignal,
) {
  const { sql, statement, database, settings, params, defaultFormat: format } = query;
  const work: Work = { sql, format, database, settings, params, changesSession: statement.changesSession };
  const limitedByClient = settings.has('max_result_bytes') || settings.has('max_result_rows');
  const streamable = statement.readsOnly && STREAMABLE.has(info.format) && !query.waitEndOfQuery && !limitedByClient;
  if (!streamable) return session.run(work, signal);

  const limit = [
    ['max_result_bytes', String(BUFFERED_RESULT_BYTES)],
    ['max_result_rows', String(BUFFERED_RESULT_ROWS)],
    ['result_overflow_mode', 'throw'],
  ] as const;
  try {
    return await session.run({ ...work, settings: new Map([...settings, ...limit]) }, signal);
  } catch (error) {
    if (!(error instanceof ClickhouseError) || error.code !== TOO_MANY_ROWS_OR_BYTES) throw error;
  }
  const stream = new ResultStream(response, info);
  try {
    await session.stream(work, signal, (piece) => stream.write(piece, signal));
    stream.end();
  } catch (error) {
    stream.fail(ClickhouseError.from(error));
  }
  return null;
}

function refused(admission: Exclude<Admission, 'granted'>): ClickhouseError {
  const text =
    'Authentication failed: password is incorrect, or there is no user with such name. ' +
    "The password is in the file 'password' of the engine's data folder.";
  return ClickhouseError.of(516, 'AUTHENTICATION_FAILED', text, admission === 'missing' ? 401 : 403);
}
