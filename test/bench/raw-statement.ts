import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CompiledQuery } from '@superscope/api/analytics/compile/compile';
import { connectForQueries } from '@superscope/api/platform/clickhouse/query-client';
import { runStatement } from '@superscope/api/analytics/load/run-statement';
import type { HttpRequest } from './http-load.js';

/**
 * The exact request by which the api sends a statement to ClickHouse, recorded by a local server. Sending it again measures the engine
 * under the same load as from the api.
 */
export async function rawRequests(
  statement: Pick<CompiledQuery, 'sql' | 'params'>,
  clickhouseUrl: string,
): Promise<() => HttpRequest> {
  const recorded = await record(statement, clickhouseUrl);
  return () => {
    const url = new URL(recorded.path, 'http://engine');
    // Concurrent queries need different ids.
    if (url.searchParams.has('query_id')) url.searchParams.set('query_id', randomUUID());
    return { ...recorded, path: `${url.pathname}${url.search}` };
  };
}

async function record(statement: Pick<CompiledQuery, 'sql' | 'params'>, clickhouseUrl: string): Promise<HttpRequest> {
  let seen: HttpRequest | null = null;
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      seen = { method: 'POST', path: request.url ?? '/', headers: headersOf(request), body };
      response.setHeader('Content-Type', 'application/json');
      response.end('{"meta":[],"data":[],"rows":0}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(clickhouseUrl);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = connectForQueries(url.href);
  try {
    await runStatement(client, statement, 30_000, new AbortController().signal);
  } finally {
    await client.close();
    server.close();
  }
  if (seen === null) throw new Error('The statement was not sent.');
  return seen;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString();
}

/** Headers that depend on the connection. */
const ofTheConnection = new Set(['host', 'connection', 'content-length', 'transfer-encoding']);

const headersOf = (request: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(request.headers).flatMap(([name, value]) =>
      typeof value === 'string' && !ofTheConnection.has(name) ? [[name, value]] : [],
    ),
  );
