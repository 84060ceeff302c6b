import { ClickHouseLogLevel, createClient } from '@clickhouse/client-web';
import type { ClickHouseSettings } from '@clickhouse/client-web';
import { Agent, fetch as fetchBy } from 'undici';

/** What asking takes of a client of ClickHouse. */
export interface QueryClient {
  query(params: {
    query: string;
    query_params: Record<string, unknown>;
    format: 'JSONCompact';
    clickhouse_settings: ClickHouseSettings;
    abort_signal: AbortSignal;
  }): Promise<{ json: () => Promise<unknown> }>;
}

/** Questions that the engine is given at once; the others wait here for a connection, and leave as soon as nobody waits for them. */
const connections = 32;
const longestMilliseconds = 60_000;

/**
 * ClickHouse's client over `fetch`, for questions that somebody waits for. The client for Node rests a turn of the timers before each
 * request, which is more than a millisecond (docs/decisions/0011-two-clients-of-clickhouse.md).
 */
export function connectForQueries(url: string): QueryClient & { close: () => Promise<void> } {
  const dispatcher = new Agent({
    connections,
    headersTimeout: longestMilliseconds,
    bodyTimeout: longestMilliseconds,
  });
  const client = createClient({
    url,
    application: 'superscope-api',
    // Its own words for an error quote what was asked, which may be personal; who called it says what failed.
    log: { level: ClickHouseLogLevel.OFF },
    request_timeout: longestMilliseconds,
    clickhouse_settings: { output_format_json_quote_64bit_integers: 0 },
    fetch: ((address: string, init: RequestInit) => fetchBy(address, { ...init, dispatcher } as never)) as never,
  });
  return { query: (params) => client.query(params), close: () => dispatcher.destroy() };
}
