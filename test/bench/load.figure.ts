import type { BenchPortal } from './bench-portal.js';
import {
  benchQueries,
  employerStatement,
  loadPath,
  uncachedPath,
  withoutKeys,
  type BenchQuery,
} from './bench-queries.js';
import { latency, rate, type Figure, shown, spreadText } from './figure.js';
import { httpLoad, type HttpRequest } from './http-load.js';
import { spread, type Spread } from './measure.js';
import { rawRequests } from './raw-statement.js';
import type { Sizes } from './sizes.js';
import type { Work } from './work.js';

/** Both sides are measured in turns, so that other load on the machine affects them equally. */
const turns = 4;
/**
 * Queries before the measured ones. After some thousands the JavaScript engine has optimised the code, as in a portal in use.
 */
const warmUp = { requests: 4_000, connections: 8 };
/** Requests to each side before it is measured, which warm the caches. */
const warmUpOfASide = 200;

/** Compares uncached answers with the same statement sent directly to the engine. */
export async function loadFigures(
  portal: BenchPortal,
  sizes: Sizes,
  work: Work,
  say: (text: string) => void,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  let asked = 0;
  const anyQuery = () => get(portal, uncachedPath(benchQueries[asked++ % benchQueries.length]!.query));
  say(`${warmUp.requests.toLocaleString('en-AU')} requests to warm up`);
  await httpLoad({ origin: portal.url, request: anyQuery, amount: warmUp.requests, connections: warmUp.connections });
  for (const query of benchQueries) figures.push(...(await figuresOf(portal, query, sizes, work, say)));
  return figures;
}

async function figuresOf(
  portal: BenchPortal,
  { name, query }: BenchQuery,
  sizes: Sizes,
  work: Work,
  say: (text: string) => void,
) {
  await assertAnswers(portal, query);
  const engine = portal.environment['CLICKHOUSE_URL']!;
  const statement = await employerStatement(query, engine);
  const sides = {
    load: { origin: portal.url, request: () => get(portal, uncachedPath(query)) },
    raw: {
      origin: new URL(engine).origin,
      request: await rawRequests(statement, engine),
    },
    bare: {
      origin: new URL(engine).origin,
      request: await rawRequests(withoutKeys(statement), engine),
    },
  };
  const short = name.slice(0, 1);
  const figures: Figure[] = [];
  for (const [connections, amount] of Object.entries(sizes.requests).map(([c, n]) => [Number(c), n] as const)) {
    say(`load ${short}, ${connections} connections`);
    const measured = await inTurns(sides, connections, amount, (side, items, run) =>
      work.of(`${workOf[side]} ${short}`, items, run),
    );
    const label = `load ${short}, ${connections} connection${connections === 1 ? '' : 's'}`;
    if (connections === 1 || connections === 32)
      figures.push(latency(label, measured.load, measured.raw.p50 * 1.15, '<= 1.15 x raw', measured.raw));
    else figures.push(shown(label, spreadText(measured.load), spreadText(measured.raw)));
    if (connections === 1)
      figures.push({
        ...latency(
          `SQL of ${short} with keys`,
          measured.raw,
          measured.bare.p50 * 1.15,
          '<= 1.15 x without',
          measured.bare,
        ),
        raw: `${spreadText(measured.bare)} without`,
      });
  }
  return figures;
}

const workOf = { load: 'load', raw: 'SQL with keys', bare: 'SQL without' };

type Name = keyof typeof workOf;
type Side = { origin: string; request: () => HttpRequest };

async function inTurns(
  sides: Record<Name, Side>,
  connections: number,
  amount: number,
  counting: <Result>(side: Name, items: number, run: () => Promise<Result>) => Promise<{ result: Result }>,
): Promise<Record<Name, Spread>> {
  const names = Object.keys(sides) as Name[];
  const milliseconds = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  const each = Math.max(connections, Math.ceil(amount / turns));
  for (const name of names) await httpLoad({ ...sides[name], connections, amount: warmUpOfASide });
  for (let turn = 0; turn < turns; turn += 1)
    for (const name of names) {
      const { result } = await counting(name, each, () => httpLoad({ ...sides[name], connections, amount: each }));
      milliseconds[name].push(...result.milliseconds);
    }
  return Object.fromEntries(names.map((name) => [name, spread(milliseconds[name])])) as Record<Name, Spread>;
}

/** Measures cached answers to one repeated query, beside a request of the same server without figures. */
export async function cachedFigures(portal: BenchPortal, sizes: Sizes, work: Work): Promise<Figure[]> {
  const { query } = benchQueries[0]!;
  await assertAnswers(portal, query);
  const connections = 16;
  const asked = { origin: portal.url, connections, request: () => get(portal, loadPath(query)) };
  await httpLoad({ ...asked, seconds: 1 });
  const { result: cached } = await work.of('load, cached', 0, () =>
    httpLoad({ ...asked, seconds: sizes.cachedSeconds }),
  );
  work.count('load, cached', cached.milliseconds.length);
  const alive = await httpLoad({ ...asked, request: () => get(portal, '/api/health'), seconds: 2 });
  const perSecond = ({ milliseconds, seconds }: typeof cached) => milliseconds.length / seconds;
  return [rate('cached load', perSecond(cached), 0.4, { perSecond: perSecond(alive), done: '/api/health' })];
}

const get = (portal: BenchPortal, path: string): HttpRequest => ({
  method: 'GET',
  path,
  headers: { Cookie: portal.cookie },
});

/** Throws when an answer has no rows, because an empty answer is not representative. */
async function assertAnswers(portal: BenchPortal, query: Record<string, unknown>): Promise<void> {
  const answer = await portal.client.request(loadPath(query));
  const body = (await answer.json()) as { error?: string; results?: { data: unknown[] }[] };
  if (!answer.ok) throw new Error(`The query service answered ${answer.status}: ${body.error ?? ''}`);
  if ((body.results?.[0]?.data.length ?? 0) === 0) throw new Error('The query service answered without any rows.');
}
