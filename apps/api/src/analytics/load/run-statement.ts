import { ClickHouseError } from '@clickhouse/client-common';
import type { CompiledQuery } from '../compile/compile.js';
import { BadQuery } from '../query/bad-query.js';
import { Busy } from '../../platform/http/problem.filter.js';
import type { QueryClient } from '../../platform/clickhouse/query-client.js';
import type { Rows } from '../../platform/clickhouse/rows-in.js';

/** The engine did not answer in time, or had no capacity. The query itself is not at fault. */
export class EngineBusy extends Busy {}

/** The most rows that one statement may return, including groups that are only needed to compute others. */
export const mostRows = 300_000;

const timeExceeded = '159';
const tooManyRows = '396';
const tooManyQueries = '202';

/**
 * Runs a statement and returns its rows as arrays. Stops it when the signal aborts or the time is up. Throws EngineBusy, BadQuery, or the
 * signal's reason.
 */
export const runStatement = async (
  client: QueryClient,
  statement: Pick<CompiledQuery, 'sql' | 'params'>,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<unknown[][]> => (await runLimited(client, statement, timeoutMs, signal)).rows;

/** The same, with the number of rows before the statement's limit. */
export async function runLimited(
  client: Pick<QueryClient, 'limited'>,
  { sql, params }: Pick<CompiledQuery, 'sql' | 'params'>,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<Rows> {
  signal.throwIfAborted();
  const stop = new AbortController();
  const leave = () => stop.abort(signal.reason);
  signal.addEventListener('abort', leave, { once: true });
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    stop.abort();
  }, timeoutMs);
  try {
    return await client.limited({
      sql,
      params,
      settings: {
        output_format_json_quote_64bit_integers: 0,
        max_execution_time: Math.ceil(timeoutMs / 1000),
        max_result_rows: String(mostRows),
        result_overflow_mode: 'throw',
        // The total of an answer is exact, whatever the statement need not have read.
        exact_rows_before_limit: 1,
        // ClickHouse cancels a query whose client hung up only with this setting.
        cancel_http_readonly_queries_on_client_close: 1,
      },
      signal: stop.signal,
    });
  } catch (error) {
    if (isLate) throw tooSlow(timeoutMs);
    if (error instanceof ClickHouseError) {
      if (error.code === timeExceeded) throw tooSlow(timeoutMs);
      if (error.code === tooManyRows) throw new BadQuery('The query has too many groups; narrow it');
      if (error.code === tooManyQueries) throw new EngineBusy('Too many queries at once; try again in a moment', 503);
    }
    throw error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', leave);
  }
}

const tooSlow = (timeoutMs: number): EngineBusy =>
  new EngineBusy(`The query took longer than ${Math.round(timeoutMs / 1000)} seconds and was stopped`, 504);
