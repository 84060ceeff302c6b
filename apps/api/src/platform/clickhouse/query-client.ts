import { randomUUID } from 'node:crypto';
import { ClickHouseError, isSuccessfulResponse, parseError, toSearchParams } from '@clickhouse/client-common';
import type { ClickHouseSettings } from '@clickhouse/client-common';
import { Pool } from 'undici';
import { waitedFor } from '../speed/waits.js';
import { rowsIn, type Rows } from './rows-in.js';

export interface Question {
  sql: string;
  params: Record<string, unknown>;
  settings: ClickHouseSettings;
  signal: AbortSignal;
}

/** The engine that the query service queries. */
export interface QueryClient {
  /** The rows of a statement as arrays of values. Throws ClickHouseError, and the signal's reason. */
  rows(question: Question): Promise<unknown[][]>;
  /** The same, with the number of rows before the statement's limit. */
  limited(question: Question): Promise<Rows>;
}

/**
 * The most queries that the engine gets at once. Further queries wait here for a connection, and are dropped once their client has
 * disconnected.
 */
const connections = 32;

/**
 * Queries ClickHouse over HTTP for requests that somebody waits for. This takes an eighth of the time of ClickHouse's own client for Node,
 * which sleeps a millisecond before each request (docs/decisions/0011-asking-clickhouse.md). `url` has the form that that client takes.
 */
export function connectForQueries(url: string): QueryClient & { close: () => Promise<void> } {
  const { origin, pathname, username, password } = new URL(url);
  const database = decodeURIComponent(pathname.slice(1)) || undefined;
  const credentials = `${decodeURIComponent(username) || 'default'}:${decodeURIComponent(password)}`;
  const headers = {
    authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
    'content-type': 'text/plain; charset=UTF-8',
    'user-agent': 'superscope-api',
  };
  // A question's own signal ends it in time. undici's limits would end a long one before SUPERSCOPE_QUERY_TIMEOUT_SECONDS allows.
  const pool = new Pool(origin, { connections, headersTimeout: 0, bodyTimeout: 0 });
  const answerTo = async ({ sql, params, settings, signal }: Question): Promise<string> => {
    const asked = { database, query_params: params, clickhouse_settings: settings, query_id: randomUUID() };
    const {
      statusCode,
      headers: answered,
      body,
    } = await pool.request({
      method: 'POST',
      path: `/?${toSearchParams(asked).toString()}`,
      headers,
      body: `${sql}\nFORMAT JSONCompact`,
      signal,
    });
    const text = await body.text();
    if (!isSuccessfulResponse(statusCode) || answered['x-clickhouse-exception-code'] !== undefined)
      throw problemIn(text, `ClickHouse answered ${statusCode}.`);
    return text;
  };
  const limited = async (question: Question): Promise<Rows> => {
    const text = await waitedFor('clickhouse', () => answerTo(question));
    try {
      return await rowsIn(text);
    } catch {
      // The statement failed after ClickHouse had begun to answer.
      throw problemIn(text, 'ClickHouse ended its answer too early.');
    }
  };
  const rows = async (question: Question) => (await limited(question)).rows;
  return { rows, limited, close: () => pool.destroy() };
}

/** The engine's error if it is a ClickHouseError, otherwise our own words: other messages may quote a person's values. */
function problemIn(text: string, otherwise: string): Error {
  const problem = parseError(text);
  return problem instanceof ClickHouseError ? problem : new Error(otherwise);
}
