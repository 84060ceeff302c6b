import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { ClickhouseError } from './clickhouse-error.js';

const gzip = promisify(zlib.gzip);
const GZIP_LEVEL = 1;
const WORTH_GZIP_BYTES = 1024;
/** A client that reads nothing for this long loses its result, because it occupies one of few sessions. */
const TAKE_TIMEOUT_MS = 60_000;

export type ResultInfo = { queryId: string; format: string; acceptsGzip: boolean };
export type Summary = { readRows?: number; readBytes?: number; writtenRows?: number; elapsedSeconds?: number };

export async function sendResult(response: ServerResponse, info: ResultInfo, bytes: Uint8Array, summary: Summary) {
  const compress = info.acceptsGzip && bytes.length >= WORTH_GZIP_BYTES;
  const body = compress ? await gzip(bytes, { level: GZIP_LEVEL }) : bytes;
  response.writeHead(200, {
    ...resultHeaders(info),
    ...(compress ? { 'Content-Encoding': 'gzip' } : {}),
    'Content-Length': body.length,
    'X-ClickHouse-Summary': JSON.stringify(summaryFields(summary)),
  });
  response.end(body);
}

/** A streamed result. Pieces are sent as the client reads them; a late error is written into the stream, as ClickHouse does. */
export class ResultStream {
  private readonly tag = randomBytes(8).toString('hex');
  private readonly sink: zlib.Gzip | ServerResponse;

  constructor(
    private readonly response: ServerResponse,
    private readonly info: ResultInfo,
  ) {
    this.sink = info.acceptsGzip ? zlib.createGzip({ level: GZIP_LEVEL }) : response;
    if (this.sink !== response) this.sink.pipe(response);
  }

  /** Resolves when more can be written. */
  async write(piece: Uint8Array, signal: AbortSignal): Promise<void> {
    this.start();
    if (this.sink.write(piece) || signal.aborted) return;
    const limit = AbortSignal.any([signal, AbortSignal.timeout(TAKE_TIMEOUT_MS)]);
    await once(this.sink, 'drain', { signal: limit }).catch(() => {
      if (!signal.aborted) this.response.destroy();
    });
  }

  end(): void {
    this.start();
    this.sink.end();
  }

  /** Ends the stream with the error, or sends a plain error response if no piece was sent yet. */
  fail(error: ClickhouseError): void {
    if (!this.response.headersSent) return sendError(this.response, error, this.info.queryId);
    const message = `${error.message}\n`;
    this.sink.end(
      `\r\n__exception__\r\n${this.tag}\r\n${message}${Buffer.byteLength(message)} ${this.tag}\r\n__exception__\r\n`,
    );
  }

  private start(): void {
    if (this.response.headersSent) return;
    this.response.writeHead(200, {
      ...resultHeaders(this.info),
      ...(this.info.acceptsGzip ? { 'Content-Encoding': 'gzip' } : {}),
      'X-ClickHouse-Exception-Tag': this.tag,
    });
  }
}

export function sendError(response: ServerResponse, error: ClickhouseError, queryId?: string): void {
  if (response.destroyed) return;
  response.writeHead(error.httpStatus, {
    'Content-Type': 'text/plain; charset=UTF-8',
    'X-ClickHouse-Exception-Code': error.code,
    ...(queryId ? { 'X-ClickHouse-Query-Id': queryId } : {}),
    ...(error.httpStatus === 401 ? { 'WWW-Authenticate': 'Basic realm="ClickHouse server HTTP API"' } : {}),
    // The rest of a refused request's body is not read.
    ...(response.req.complete ? {} : { Connection: 'close' }),
  });
  response.end(`${error.message}\n`);
}

function resultHeaders({ queryId, format }: ResultInfo) {
  return {
    'Content-Type': contentType(format),
    'X-ClickHouse-Query-Id': queryId,
    'X-ClickHouse-Format': format,
    // A real server shows its host here.
    'X-ClickHouse-Server-Display-Name': 'superscope-embedded',
    'X-ClickHouse-Timezone': 'UTC',
  };
}

function contentType(format: string): string {
  if (/^JSON.*EachRow/.test(format)) return 'application/x-ndjson; charset=UTF-8';
  if (format.startsWith('JSON')) return 'application/json; charset=UTF-8';
  if (format.startsWith('CSV')) return 'text/csv; charset=UTF-8; header=absent';
  if (/^T(SV|ab)/.test(format)) return 'text/tab-separated-values; charset=UTF-8';
  return 'application/octet-stream';
}

/** Only the known fields: the engine does not count the rows written by INSERT SELECT. */
function summaryFields({ readRows, readBytes, writtenRows, elapsedSeconds }: Summary): Record<string, string> {
  const known = {
    read_rows: readRows,
    read_bytes: readBytes,
    written_rows: writtenRows,
    elapsed_ns: elapsedSeconds === undefined ? undefined : Math.round(elapsedSeconds * 1e9),
  };
  return Object.fromEntries(
    Object.entries(known).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
}
