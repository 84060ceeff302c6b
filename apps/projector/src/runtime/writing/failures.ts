import { ClickHouseError } from '@clickhouse/client';
import { isMongoAway } from '@superscope/event-store/connection/mongo-away';
import { ColumnRefusal } from '../../clickhouse-rows/insert-rows.js';

/** An event that a projection cannot read. The same event fails in the same way each time. */
export class ProjectionFailure extends Error {
  constructor(
    readonly readModel: string,
    cause: unknown,
  ) {
    super(`Projecting into ${readModel} failed.`, { cause });
    this.name = 'ProjectionFailure';
  }
}

/** An engine refused an event's write; `where` names the collection or table. */
export class WriteFailure extends Error {
  constructor(
    readonly where: string,
    readonly columns: readonly string[],
    cause: unknown,
  ) {
    super(`Writing ${where} failed.`, { cause });
    this.name = 'WriteFailure';
  }
}

const away = new RegExp(
  [
    // Errors of sockets, gRPC, and the drivers for an unreachable server.
    'ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|ENOENT.*sock|socket hang up|socket disconnected',
    'timed? ?out|deadline|unavailable|not primary|CANCELLED',
    'MongoNetwork|MongoServerSelection|MongoTopologyClosed|MongoPoolCleared|MongoNotConnected|EventStoreUnavailable',
    // An engine that has no space or no permission to write now. An operator must act; the event is not the cause.
    'NOT_ENOUGH_SPACE|OutOfDiskSpace|database or disk is full|SQLITE_(FULL|BUSY|IOERR)|ENOSPC',
    'MEMORY_LIMIT_EXCEEDED|TOO_MANY_|QUOTA_EXCEEDED|ALL_REPLICAS|NO_ZOOKEEPER|KEEPER_|READONLY|TABLE_IS_READ_ONLY',
    'NETWORK_ERROR|SOCKET_TIMEOUT|CANNOT_SCHEDULE_TASK|QUERY_WAS_CANCELLED|ABORTED|AUTHENTICATION_FAILED|ACCESS_DENIED',
    'CANNOT_WRITE_TO_FILE|UNKNOWN_TABLE|UNKNOWN_DATABASE|NotWritablePrimary|Interrupted|ShutdownInProgress|Unauthorized',
  ].join('|'),
  'i',
);

/** Names and codes of an error and its causes, which identify what went wrong. */
const chain = (error: unknown): (Error & { type?: unknown; code?: unknown; codeName?: unknown })[] => {
  const found: Error[] = [];
  for (let at = error; at instanceof Error && found.length < 5; at = at.cause) found.push(at);
  return found;
};

/** Whether a retry may succeed, however long it takes: an engine is unavailable, overloaded, full or locked. */
export const mayPass = (error: unknown): boolean =>
  chain(error).some(
    (e) =>
      !isEventsFault(e) &&
      (isMongoAway(e) || away.test(`${e.name} ${String(e.type ?? '')} ${String(e.codeName ?? '')} ${e.message}`)),
  );

/**
 * Whether the engine may accept the same rows in smaller parts. TOO_MANY_PARTS has two meanings: one insert of rows for too many partitions,
 * or merges that do not keep up with inserts, which smaller inserts would only make worse.
 */
export const isTooMuchAtOnce = (error: unknown): boolean =>
  /MEMORY_LIMIT_EXCEEDED|TOO_MANY_(ROWS|BYTES)/.test(safeReason(error)) ||
  chain(error).some((e) => e instanceof ClickHouseError && /partitions for single INSERT/i.test(e.message));

/** MongoDB's codes for a document or update that it will never accept. */
const refusedByMongo = new Set<unknown>([2, 9, 14, 17, 28, 40, 52, 54, 55, 56, 57, 121, 10334, 17280, 17419]);
/** ClickHouse's error types for values that a column does not accept. */
const refusedByClickhouse =
  /^(CANNOT_(PARSE|CONVERT|INSERT_NULL|READ_ALL_DATA)|TYPE_MISMATCH|INCORRECT_DATA|ARGUMENT_OUT|VALUE_IS_OUT|TOO_LARGE_STRING|UNKNOWN_ELEMENT|DECIMAL_|VIOLATED_CONSTRAINT)/;

/** Whether the event itself cannot be applied, so that a retry without a change cannot succeed. */
export const isEventsFault = (error: unknown): boolean =>
  chain(error).some(
    (e) =>
      e instanceof ProjectionFailure ||
      e instanceof ColumnRefusal ||
      e.name === 'BSONError' ||
      (e.name.startsWith('Mongo') && refusedByMongo.has(e.code)) ||
      (e instanceof ClickHouseError && refusedByClickhouse.test(e.type ?? '')),
  );

/**
 * A reason for people, without any value: engines quote the refused values in their errors, which may be personal.
 * What remains are this product's names (read model, table, column) and the engines' error codes.
 */
export function safeReason(error: unknown): string {
  const [outer, ...inner] = chain(error);
  if (outer === undefined) return 'an unknown failure';
  const cause = inner.at(-1) ?? outer;
  if (outer instanceof ProjectionFailure) return `projecting it into ${outer.readModel} failed: ${className(cause)}`;
  if (outer instanceof WriteFailure) return `writing ${outer.where} failed: ${describe(cause, outer.columns)}`;
  return describe(cause, []);
}

function describe(error: Error & { type?: unknown; code?: unknown; codeName?: unknown }, columns: readonly string[]) {
  if (error instanceof ColumnRefusal) return `column ${error.column}: ${error.expected}`;
  const code = [error.code, error.type ?? error.codeName].filter(isCode).join(' ');
  const named = columns.filter((column) =>
    new RegExp(`(name: |key |column )['"\`]?${column}\\b`, 'i').test(error.message),
  );
  return `${className(error)}${code ? ` ${code}` : ''}${named.length > 0 ? `, column ${named.join(', ')}` : ''}`;
}

const className = (error: Error): string => (/^[A-Za-z]\w{0,60}$/.test(error.name) ? error.name : 'Error');

const isCode = (code: unknown): boolean =>
  typeof code === 'number' || (typeof code === 'string' && /^\w{1,60}$/.test(code));

/**
 * The part of an error that may be logged: the reason and the place in the code, never the message, which quotes
 * values.
 */
export const safeError = (error: unknown): { reason: string; at: string } => ({
  reason: safeReason(error),
  at: (chain(error).at(-1)?.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 4)
    .map((line) => line.trim())
    .join(' < '),
});
