import type { BenchPortal } from './bench-portal.js';
import { largestQuery } from './bench-queries.js';
import { latency, shown, spreadText, type Figure } from './figure.js';
import { httpLoad, type HttpRequest } from './http-load.js';
import { spread, type Spread } from './measure.js';

/** The longest time, in milliseconds, that the api's event loop may be blocked. */
const longestHold = 50;
/** Number of concurrent largest queries. */
const askers = 2;
const probes = 200;

/** Latency of other requests while the largest queries are answered, and while excessive ones are refused. */
export async function awakeFigures(portal: BenchPortal, say: (text: string) => void): Promise<Figure[]> {
  say('/api/health beside the largest queries');
  const alone = await probed(portal, null);
  let asked = 0;
  const several = (queries: number) => () =>
    post(portal, {
      query: Array.from({ length: queries }, () => largestQuery({ limit: 10_000 + (asked = (asked + 1) % 30_000) })),
      queryType: 'multi',
    });
  const beside = await probed(portal, () => answered(portal, several(1)));
  const refused = await probed(portal, () => answered(portal, several(20)));
  return [
    latency(
      'health beside the largest question',
      { ...beside, p50: beside.p95 },
      longestHold,
      '<= 50 ms at p95',
      alone,
    ),
    latency(
      'health beside 20 of them, refused',
      { ...refused, p50: refused.p95 },
      longestHold,
      '<= 50 ms at p95',
      alone,
    ),
    shown('the longest wait beside them', `${Math.max(beside.most, refused.most).toFixed(0)} ms`, spreadText(alone)),
  ];
}

/** Requests /api/health repeatedly while `ask` runs in a loop, or without other load when it is null. */
async function probed(portal: BenchPortal, ask: (() => Promise<void>) | null): Promise<Spread> {
  let isOver = false;
  const asking = async () => {
    while (ask !== null && !isOver) await ask();
  };
  const load = Promise.all(Array.from({ length: askers }, asking));
  try {
    const request = (): HttpRequest => ({ method: 'GET', path: '/api/health', headers: {} });
    const { milliseconds } = await httpLoad({ origin: portal.url, connections: 1, amount: probes, request });
    return spread(milliseconds);
  } finally {
    isOver = true;
    await load;
  }
}

async function answered(portal: BenchPortal, request: () => HttpRequest): Promise<void> {
  const { path, headers, body } = request();
  const answer = await fetch(new URL(path, portal.url), { method: 'POST', headers, body: body! });
  await answer.arrayBuffer();
}

const post = (portal: BenchPortal, body: object): HttpRequest => ({
  method: 'POST',
  path: '/cubejs-api/v1/load',
  headers: { Cookie: portal.cookie, 'Content-Type': 'application/json', 'X-Requested-By': 'superscope' },
  body: JSON.stringify(body),
});
