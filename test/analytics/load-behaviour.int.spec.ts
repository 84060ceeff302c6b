import { newestRules } from '@superscope/domain/publishing/publishing-rules';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connectForQueries } from '@superscope/api/platform/clickhouse/query-client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { serveQueries, type QueryService } from './query-service.js';

/** Replaces the engine and answers on the test's command, to simulate a stuck, slow or failing engine. */
class EngineOnDemand {
  readonly asked: { request: IncomingMessage; response: ServerResponse }[] = [];
  private waiting: (() => void)[] = [];
  private readonly server: Server = createServer((request, response) => {
    request.resume();
    this.asked.push({ request, response });
    for (const wake of this.waiting.splice(0)) wake();
  });

  async start(): Promise<string> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async queries(count: number): Promise<void> {
    while (this.asked.length < count) await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  answer(at: number, rows: unknown[][]): void {
    this.asked[at]!.response.end(JSON.stringify({ meta: [], data: rows, rows: rows.length }));
  }

  fail(at: number, code: number): void {
    const { response } = this.asked[at]!;
    response.writeHead(500, { 'x-clickhouse-exception-code': String(code) });
    response.end(`Code: ${code}. DB::Exception: secret detail of /var/lib. (SOME_ERROR)`);
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

const queryOf = (measure: string) => encodeURIComponent(JSON.stringify({ measures: [measure] }));
const query = queryOf('MemberSnapshot.countMembers');
/** The engine's row of a plan-month. */
const edition = (members: number) => [
  ...['a', '2026-05', 1, 1, members, '0000000000000001', '2026-06-08 00:00:00.000'],
  ...[newestRules, 1],
];

describe('the query service with a slow engine', () => {
  let engine: EngineOnDemand;
  let client: ReturnType<typeof connectForQueries>;
  let service: QueryService;

  /** Queries exact figures, which take one statement. */
  const ask = (token = 'staff', signal?: AbortSignal) =>
    fetch(`${service.url}/load?query=${query}&queryType=multi`, {
      headers: { authorization: token, 'x-audience': 'staff' },
      ...(signal ? { signal } : {}),
    });
  const askAsEmployer = (measure = 'MemberSnapshot.countMembers') =>
    fetch(`${service.url}/load?query=${queryOf(measure)}&queryType=multi`, { headers: { authorization: 'rep' } });
  const countIn = async (response: Response) => {
    const { results } = (await response.json()) as { results: { data: Record<string, number>[] }[] };
    return results[0]!.data[0]!['MemberSnapshot.countMembers'];
  };
  const start = async (timeoutMs: number) => {
    client = connectForQueries(await engine.start());
    service = await serveQueries(client, { timeoutMs });
    const of = (planId: string) => ({ kind: 'plans', planIds: new Set([planId]) }) as const;
    service.signIn('staff', { role: 'Staff', scope: of('a') });
    service.signIn('colleague', { role: 'Auditor', scope: of('a') });
    service.signIn('stranger', { role: 'Staff', scope: of('b') });
    service.signIn('rep', { role: 'CompanyRep', scope: of('a') });
  };

  beforeEach(() => {
    engine = new EngineOnDemand();
  });
  afterEach(async () => {
    engine.stop();
    await service.stop();
    await client.close();
  });

  it('runs a query once for all concurrent callers, and caches the answer', async () => {
    await start(30_000);
    const both = [ask('staff'), ask('colleague')];
    await engine.queries(1);
    engine.answer(0, [[40]]);
    expect(await Promise.all(both.map(async (each) => countIn(await each)))).toEqual([40, 40]);
    expect(await countIn(await ask())).toBe(40);
    expect(engine.asked).toHaveLength(1);
  });

  it('queries again after the plan’s figures have changed, but not after changes of another plan or of campaigns', async () => {
    await start(30_000);
    const first = ask();
    await engine.queries(1);
    engine.answer(0, [[40]]);
    await first;
    service.versions.bump('b');
    service.versions.bump('a', ['campaigns', 'members']);
    expect(await countIn(await ask())).toBe(40);
    service.versions.bump('a');
    const second = ask();
    await engine.queries(2);
    engine.answer(1, [[41]]);
    expect(await countIn(await second)).toBe(41);
  });

  it('checks for changes before it returns a cached answer', async () => {
    await start(30_000);
    const first = ask();
    await engine.queries(1);
    engine.answer(0, [[40]]);
    await first;
    service.versions.followedBy(async () => service.versions.bump('a'));
    const second = ask();
    await engine.queries(2);
    engine.answer(1, [[41]]);
    expect(await countIn(await second)).toBe(41);
  });

  it('caches answers by plan and audience', async () => {
    await start(30_000);
    const first = ask('staff');
    await engine.queries(1);
    engine.answer(0, [[3]]);
    await first;
    const other = ask('stranger');
    await engine.queries(2);
    engine.answer(1, [[70]]);
    expect(await countIn(await other)).toBe(70);
    const published = askAsEmployer();
    await engine.queries(3);
    engine.answer(2, [edition(40)]);
    expect(await countIn(await published)).toBe(40);
    expect(await countIn(await ask('staff'))).toBe(3);
  });

  it('answers employers from the cache until an edition of the plan changes', async () => {
    await start(30_000);
    const measure = 'MemberSnapshot.averageAge';
    const ageIn = async (response: Response) => {
      const { results } = (await response.json()) as { results: { data: Record<string, number>[] }[] };
      return results[0]!.data[0]![measure];
    };
    const cells = (age: number) => [['2026-05-01', 'a', 40, 40 * age, 40]];
    const first = askAsEmployer(measure);
    await engine.queries(1);
    engine.answer(0, [edition(40)]);
    await engine.queries(2);
    engine.answer(1, cells(44));
    expect(await ageIn(await first)).toBe(44);
    // New records do not change published figures.
    service.versions.bump('a', ['memberSnapshots', 'campaigns', 'contactRequests']);
    expect(await ageIn(await askAsEmployer(measure))).toBe(44);
    service.versions.bump('a', ['editions']);
    const second = askAsEmployer(measure);
    await engine.queries(3);
    engine.answer(2, [edition(40)]);
    await engine.queries(4);
    engine.answer(3, cells(45));
    expect(await ageIn(await second)).toBe(45);
    expect(engine.asked).toHaveLength(4);
  });

  it('cancels the query when all its callers have gone', async () => {
    await start(30_000);
    const [one, other] = [new AbortController(), new AbortController()];
    const both = [ask('staff', one.signal), ask('colleague', other.signal)].map((each) => each.catch(() => 'gone'));
    await engine.queries(1);
    const { request } = engine.asked[0]!;
    const stopped = once(request.socket, 'close');
    one.abort();
    other.abort();
    await stopped;
    expect(await Promise.all(both)).toEqual(['gone', 'gone']);
    expect(engine.asked).toHaveLength(1);
  });

  describe('a question by many dimensions', () => {
    const dimensions = ['gender', 'ageGroup', 'addressState', 'salaryGroup', 'accountType'].map(
      (name) => `Member.${name}`,
    );
    /** Each with a limit of its own, so that no two are the same. */
    let asked = 0;
    const askLarge = (token: string, signal?: AbortSignal) => {
      const large = { measures: ['MemberSnapshot.countMembers'], dimensions, limit: 1_000 + (asked += 1) };
      return fetch(`${service.url}/load?query=${encodeURIComponent(JSON.stringify(large))}&queryType=multi`, {
        headers: { authorization: token, 'x-audience': 'staff' },
        ...(signal ? { signal } : {}),
      });
    };
    const row = ['Female', '30-39', 'VIC', '1', 'Super', 40];

    it('has one of two places of its asker until its work has ended, also when its client has gone', async () => {
      await start(30_000);
      const left = new AbortController();
      const [gone, second] = [askLarge('staff', left.signal).catch(() => 'gone'), askLarge('staff')];
      await engine.queries(2);
      const third = await askLarge('staff');
      expect([third.status, ((await third.json()) as { error: string }).error]).toEqual([
        429,
        'Two of your questions by five dimensions or more are being answered already. Wait for one of them, or ask by fewer.',
      ]);
      // Questions of a screen are answered meanwhile.
      const small = ask('staff');
      await engine.queries(3);
      engine.answer(2, [[40]]);
      expect(await countIn(await small)).toBe(40);
      const stopped = once(engine.asked[0]!.request.socket, 'close');
      left.abort();
      await stopped;
      expect(await gone).toBe('gone');
      engine.answer(1, [row]);
      expect((await second).status).toBe(200);
      const fourth = askLarge('staff');
      await engine.queries(4);
      engine.answer(3, [row]);
      expect((await fourth).status).toBe(200);
    });

    it('reaches the engine beside one other at most, whoever asks, and never once nobody waits for it', async () => {
      await start(30_000);
      const first = [askLarge('staff'), askLarge('staff')];
      await engine.queries(2);
      const colleague = [1, 2, 3].map(() => {
        const left = new AbortController();
        return { left, answer: askLarge('colleague', left.signal).catch(() => 'gone') };
      });
      // Two have their places and wait for the engine; the third is refused at once, whichever it is.
      const refused = await Promise.race(
        colleague.map(async (each) => {
          await each.answer;
          return each;
        }),
      );
      expect(((await refused.answer) as Response).status).toBe(429);
      const [gone, waiting] = colleague.filter((each) => each !== refused);
      gone!.left.abort();
      expect(await gone!.answer).toBe('gone');
      expect(engine.asked).toHaveLength(2);
      engine.answer(0, [row]);
      await engine.queries(3);
      engine.answer(1, [row]);
      engine.answer(2, [row]);
      for (const each of [...first, waiting!.answer]) expect(((await each) as Response).status).toBe(200);
      expect(engine.asked).toHaveLength(3);
    });
  });

  it('answers 504 with a sentence when the time is up', async () => {
    await start(50);
    const response = await ask();
    expect(response.status).toBe(504);
    expect((await response.json()) as object).toEqual({ error: expect.stringMatching(/took longer/) as string });
  });

  it('reveals no internals when the engine fails, and does not cache the failure', async () => {
    await start(30_000);
    const failed = ask();
    await engine.queries(1);
    engine.fail(0, 47);
    const response = await failed;
    expect(response.status).toBe(500);
    expect(await response.text()).not.toMatch(/secret|DB::/);
    const next = ask();
    await engine.queries(2);
    engine.answer(1, [[40]]);
    expect(await countIn(await next)).toBe(40);
  });

  it('answers that it is busy when the engine has no capacity', async () => {
    await start(30_000);
    const refused = ask();
    await engine.queries(1);
    engine.fail(0, 202);
    expect((await refused).status).toBe(503);
  });
});
