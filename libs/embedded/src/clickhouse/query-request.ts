import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import zlib from 'node:zlib';
import { ClickhouseError } from './clickhouse-error.js';
import type { InsertSpool, SpooledRows } from './insert-spool.js';
import { stringLiteral } from './literal.js';
import { readStatement, type Statement } from './sql-statement.js';

export type QueryRequest = {
  queryId: string;
  /** The statement to run. An insert with data reads it from `rows`. */
  sql: string;
  statement: Statement;
  rows: SpooledRows | null;
  database: string;
  defaultFormat: string;
  settings: Map<string, string>;
  params: Map<string, string>;
  /** Whether the client wants the result only once it is complete. */
  waitEndOfQuery: boolean;
  acceptsGzip: boolean;
};

const MAX_STATEMENT_BYTES = 64 * 1024 * 1024;

/** Parameters of the interface itself. Every other parameter is a setting or a statement's parameter. */
const OWN = new Set(
  `query query_id database default_format wait_end_of_query buffer_size enable_http_compression http_zlib_compression_level
  send_progress_in_http_headers http_headers_progress_interval_ms quota_key session_check session_timeout log_comment`.split(
    /\s+/,
  ),
);
const REFUSED = new Set(['session_id', 'role', 'user', 'password', 'compress', 'decompress', 'query_masking_rules']);

/** Reads a request of ClickHouse's HTTP interface. The caller discards `rows`. Throws ClickhouseError. */
export async function readRequest(request: IncomingMessage, url: URL, spool: InsertSpool): Promise<QueryRequest> {
  const fields = new Map(url.searchParams);
  const body = decoded(request);
  let inUrl = fields.get('query') ?? '';
  let inBody: Readable | string = body;
  const type = request.headers['content-type'] ?? '';
  if (type.startsWith('multipart/form-data')) {
    for (const [name, value] of await formFields(await statementBytes(body), type)) fields.set(name, value);
    inUrl = fields.get('query') ?? '';
    inBody = '';
  }

  let sql = inUrl;
  let statement = readStatement(sql);
  if (!statement.dataInsert) {
    const text = typeof inBody === 'string' ? inBody : (await statementBytes(inBody)).toString('utf8');
    sql = [inUrl, text].filter((part) => part.trim() !== '').join('\n');
    statement = readStatement(sql);
    inBody = '';
  }
  const { settings, params } = settingsAndParams(fields);
  check(statement, params, request.method ?? 'GET');
  let rows: SpooledRows | null = null;
  if (statement.dataInsert) {
    const { target, settings: own, format, dataStart } = statement.dataInsert;
    const inline = sql.slice(dataStart).trimStart();
    const rest = typeof inBody === 'string' ? Readable.from([]) : inBody;
    rows = await spool.keep(inline === ';' ? '' : inline, rest);
    sql = `${target} FROM INFILE ${stringLiteral(rows.path)} COMPRESSION 'none' ${own} FORMAT ${format}`;
  }
  return {
    queryId: fields.get('query_id') || crypto.randomUUID(),
    sql,
    statement,
    rows,
    database: fields.get('database') || header(request, 'x-clickhouse-database') || 'default',
    defaultFormat: word(fields.get('default_format') || header(request, 'x-clickhouse-format') || 'TabSeparated'),
    settings,
    params,
    waitEndOfQuery: fields.get('wait_end_of_query') === '1',
    acceptsGzip:
      fields.get('enable_http_compression') === '1' && /\bgzip\b/.test(header(request, 'accept-encoding') ?? ''),
  };
}

function check(statement: Statement, params: Map<string, string>, method: string): void {
  if (statement.verb === '') throw ClickhouseError.of(62, 'SYNTAX_ERROR', 'Syntax error: Empty query.');
  if (statement.multiple)
    throw ClickhouseError.of(62, 'SYNTAX_ERROR', 'Syntax error (Multi-statements are not allowed).');
  const unset = statement.placeholders.find((name) => !params.has(name));
  if (unset) throw ClickhouseError.of(456, 'UNKNOWN_QUERY_PARAMETER', `Substitution \`${unset}\` is not set.`);
  if (method !== 'POST' && !statement.readsOnly)
    throw ClickhouseError.of(164, 'READONLY', 'Cannot execute query in readonly mode: use method POST to change data.');
}

function settingsAndParams(fields: Map<string, string>) {
  const settings = new Map<string, string>();
  const params = new Map<string, string>();
  for (const [name, value] of fields) {
    if (OWN.has(name)) continue;
    if (REFUSED.has(name) && value !== '0')
      throw ClickhouseError.of(48, 'NOT_IMPLEMENTED', `The embedded engine does not have '${name}'.`);
    if (!/^\w+$/.test(name)) throw ClickhouseError.of(115, 'UNKNOWN_SETTING', `Setting ${name} is not a valid name.`);
    if (name.startsWith('param_')) params.set(name.slice('param_'.length), value);
    else if (!REFUSED.has(name)) settings.set(name, value);
  }
  return { settings, params };
}

function decoded(request: IncomingMessage): Readable {
  const encoding = request.headers['content-encoding'] ?? 'identity';
  if (encoding === 'identity') return request;
  const decoder = { gzip: zlib.createGunzip, deflate: zlib.createInflate, br: zlib.createBrotliDecompress }[encoding];
  if (!decoder)
    throw ClickhouseError.of(48, 'NOT_IMPLEMENTED', 'Request bodies may be compressed with gzip, deflate or br.', 400);
  const stream = decoder();
  request.on('error', (error) => stream.destroy(error));
  request.on('close', () => !request.complete && stream.destroy(new Error('The client went away.')));
  return request.pipe(stream);
}

async function statementBytes(body: Readable): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of body as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > MAX_STATEMENT_BYTES)
      throw ClickhouseError.of(
        307,
        'TOO_MANY_BYTES',
        `A statement may have at most ${MAX_STATEMENT_BYTES} bytes.`,
        413,
      );
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

async function formFields(body: Buffer, contentType: string): Promise<[string, string][]> {
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } }).formData();
  return [...form].map(([name, value]) => {
    if (typeof value !== 'string')
      throw ClickhouseError.of(48, 'NOT_IMPLEMENTED', 'The embedded engine has no external tables.');
    return [name, value];
  });
}

const header = (request: IncomingMessage, name: string): string | undefined => request.headers[name]?.toString();

function word(format: string): string {
  if (!/^\w+$/.test(format)) throw ClickhouseError.of(73, 'UNKNOWN_FORMAT', 'Unknown format.');
  return format;
}
