import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { ClickHouseClient, ClickHouseError } from '@clickhouse/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ClickhouseError } from '@superscope/embedded/clickhouse/clickhouse-error';
import { ResultStream } from '@superscope/embedded/clickhouse/query-response';
import { startSupervised, type Supervised } from '@superscope/embedded/supervisor/supervisor';
import { connect, drained, failureOf, rows, temporaryDir, value } from './clickhouse-target.js';

const modulePath = fileURLToPath(new URL('../../libs/embedded/dist/engine-main.js', import.meta.url));
const TABLE = 'CREATE TABLE kept (id UInt32) ENGINE = MergeTree ORDER BY id SETTINGS fsync_after_insert = 1';

/** The built engine in its own process, so that it can be killed, limited and restarted. */
describe('the embedded ClickHouse', () => {
  let dataDir: string;
  let engines: Supervised[];
  let clients: ClickHouseClient[];
  const log = new PassThrough().resume();
  beforeEach(() => {
    dataDir = temporaryDir();
    engines = [];
    clients = [];
  });
  afterEach(async () => {
    await Promise.all(clients.map((client) => client.close()));
    await Promise.all(engines.map((engine) => engine.stop()));
    rmSync(dataDir, { recursive: true, force: true });
  });
  const start = async (...args: string[]) => {
    const engine = await startSupervised({
      name: 'clickhouse',
      modulePath,
      args: ['clickhouse', '--data', dataDir, '--port', '0', ...args],
      restart: { backoffMs: 1 },
      log,
    });
    engines.push(engine);
    return engine;
  };
  const clientOf = (url: string) => {
    const client = connect(url);
    clients.push(client);
    return client;
  };
  const restarted = (engine: Supervised) => new Promise<void>((resolve) => engine.once('restarted', () => resolve()));

  it('keeps its tables and its password over a restart', async () => {
    const first = await start();
    const client = clientOf(first.url);
    await client.command({ query: TABLE });
    await client.insert({ table: 'kept', values: [{ id: 1 }, { id: 2 }], format: 'JSONEachRow' });
    await first.stop();
    const second = await start();
    expect(new URL(second.url).password).toBe(new URL(first.url).password);
    expect(await rows(clientOf(second.url), 'SELECT id FROM kept ORDER BY id')).toEqual([{ id: 1 }, { id: 2 }]);
  });

  it('loses no acknowledged insert when it is killed during inserts', async () => {
    const engine = await start();
    const client = clientOf(engine.url);
    await client.command({ query: TABLE });
    const acknowledged: number[] = [];
    let killed = false;
    const insertFrom = async (writer: number) => {
      for (let batch = 0; !killed; batch++) {
        const from = (writer * 1000 + batch) * 1000;
        const values = Array.from({ length: 500 }, (_, n) => ({ id: from + n }));
        try {
          await client.insert({ table: 'kept', values, format: 'JSONEachRow' });
          acknowledged.push(from);
        } catch {
          return;
        }
      }
    };
    const writing = Promise.all([1, 2, 3].map(insertFrom));
    await vi.waitUntil(() => acknowledged.length >= 20, { timeout: 30_000 });
    const back = restarted(engine);
    process.kill(engine.pid()!, 'SIGKILL');
    killed = true;
    await Promise.all([writing, back]);
    // The same client: its URL is still valid.
    const found = await rows<{ from: number }>(
      client,
      'SELECT intDiv(id, 1000) * 1000 AS from FROM kept GROUP BY from HAVING count() = 500',
    );
    const complete = new Set(found.map(({ from }) => Number(from)));
    expect(acknowledged.filter((from) => !complete.has(from))).toEqual([]);
  });

  it('keeps its port while it is down, and then answers requests that arrived meanwhile', async () => {
    const engine = await start();
    const client = clientOf(engine.url);
    expect(await value(client, 'SELECT 1')).toBe(1);
    const back = restarted(engine);
    process.kill(engine.pid()!, 'SIGKILL');
    await vi.waitUntil(() => engine.pid() === null, { timeout: 30_000, interval: 1 });
    const thief = createServer().listen(Number(new URL(engine.url).port), '127.0.0.1');
    const asked = value(clientOf(engine.url), 'SELECT 2');
    expect((await once(thief, 'error'))[0]).toMatchObject({ code: 'EADDRINUSE' });
    expect(await asked).toBe(2);
    await back;
  });

  it('locks its folder', async () => {
    await start();
    await expect(start()).rejects.toThrow(/^clickhouse: The data folder .* is in use by process \d+/);
  });

  it('reports that its port is taken', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    await expect(start('--port', String(port))).rejects.toThrow(`clickhouse: Port ${port} on 127.0.0.1 is taken`);
    other.close();
  });

  it('refuses a folder whose name the engine would take for a pattern', async () => {
    dataDir = join(dataDir, 'a{b,c}');
    mkdirSync(dataDir);
    await expect(start()).rejects.toThrow('may not have any of * ? { } in its name');
  });

  it('fails a query that needs more memory than it has, and serves the next', async () => {
    const client = clientOf((await start('--memory-limit', String(700 * 1024 * 1024))).url);
    const greedy = 'SELECT length(groupArray(toString(number))) FROM numbers(1000000000)';
    expect(await failureOf(rows(client, greedy))).toMatchObject({ code: '241' });
    expect(await value(client, 'SELECT 1')).toBe(1);
  });

  it('refuses queries beyond its queue, and serves the others', async () => {
    const client = connect((await start()).url, { max_open_connections: 400 });
    clients.push(client);
    const abort = new AbortController();
    const endless = 'SELECT count() FROM numbers(1000000000000) WHERE sipHash64(number) = 1';
    const blocking = Array.from({ length: 3 }, () => failureOf(rows(client, endless, { abort_signal: abort.signal })));
    const turnedAway = new Set<string>();
    const asking = Array.from({ length: 270 }, () =>
      value(client, 'SELECT 1').catch(({ code }: ClickHouseError) => turnedAway.add(code)),
    );
    await vi.waitUntil(() => turnedAway.size > 0, { timeout: 30_000 });
    abort.abort();
    const answers = await Promise.all(asking);
    await Promise.all(blocking);
    expect([...turnedAway]).toEqual(['202']);
    expect(answers.filter((answer) => answer === 1).length).toBeGreaterThan(200);
  });

  it('is open to its owner only, unless configured otherwise', async () => {
    const engine = await start();
    for (const [path, mode] of [
      ['', 0o700],
      ['engine', 0o700],
      ['password', 0o600],
      ['incoming', 0o700],
    ] as const) {
      // prettier-ignore
      expect(statSync(join(dataDir, path)).mode & 0o777).toBe(mode);
    }
    const { origin } = new URL(engine.url);
    const ask = (headers: Record<string, string>) => fetch(`${origin}/?query=SELECT+1`, { headers });
    const { username, password } = new URL(engine.url);
    expect((await ask({})).status).toBe(401);
    expect((await ask({ 'X-ClickHouse-User': username, 'X-ClickHouse-Key': 'wrong' })).status).toBe(403);
    expect(await (await ask({ 'X-ClickHouse-User': username, 'X-ClickHouse-Key': password })).text()).toBe('1\n');
    await engine.stop();
    const open = await start('--insecure');
    expect(await value(clientOf(open.url), 'SELECT 1')).toBe(1);
    expect(new URL(open.url).password).toBe('');
  });

  it('never has an empty password, even if a full disk emptied its file', async () => {
    await (await start()).stop();
    writeFileSync(join(dataDir, 'password'), '');
    const { origin, password } = new URL((await start()).url);
    expect(password).toMatch(/^[\w-]{32}$/);
    const headers = { 'X-ClickHouse-User': 'superscope', 'X-ClickHouse-Key': '' };
    expect((await fetch(`${origin}/?query=SELECT+1`, { headers })).status).toBe(403);
  });

  it('changes nothing for a GET request, which a web page could make', async () => {
    const { origin } = new URL((await start('--insecure')).url);
    const response = await fetch(`${origin}/?query=${encodeURIComponent(TABLE)}`);
    expect(response.headers.get('x-clickhouse-exception-code')).toBe('164');
  });
});

describe('a result stream that fails after its first piece', () => {
  it.each([false, true])('throws the error in the client (compressed: %s)', async (acceptsGzip) => {
    const server = createServer((_, response) => {
      const stream = new ResultStream(response, { queryId: 'q', format: 'JSONEachRow', acceptsGzip });
      const never = new AbortController().signal;
      const failed = ClickhouseError.of(395, 'FUNCTION_THROW_IF_VALUE_IS_NON_ZERO', 'Midway: größer.');
      void stream.write(Buffer.from('{"n":1}\n'), never).then(() => stream.fail(failed));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const client = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const result = await client.query({ query: 'SELECT 1', format: 'JSONEachRow' });
    expect(await failureOf(drained(result.stream()))).toMatchObject({ code: '395', message: 'Midway: größer. ' });
    await client.close();
    server.close();
  });
});
