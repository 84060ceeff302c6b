import type { AsOfView } from '@superscope/contracts/as-of-views';
import type { BenchPortal } from './bench-portal.js';
import { against, perSecondText, shown, whole, type Figure } from './figure.js';
import { closing, timed, until } from './measure.js';
import { RawEventStore } from './raw-engines.js';
import { FundByEvents, monthsTo } from './scaling/fund-by-events.js';
import { shown as untilShown } from './scaling/fund-size.js';
import type { Sizes } from './sizes.js';

/** A past month, which the calendar does not carry forward. */
const lastMonth = '2025-06';
const smallWithinSeconds = 3;
/** Short enough to measure precisely, long enough that polling adds no load. */
const patience = { withinSeconds: 900, everyMs: 50 };

/**
 * Measures the views of a small and a large plan as they stood, each built without a cache among the rows of a whole fund, and the replays
 * that prove them. The fund is written as events, and projected and derived as usual.
 */
export async function asAtFigures(
  portal: BenchPortal,
  size: Sizes['history'],
  proves: boolean,
  say: (text: string) => void,
): Promise<Figure[]> {
  const { small, large, others, months, largeWithinSeconds } = size;
  const fund = await FundByEvents.open(portal.environment);
  const [smallPlan, largePlan] = [(await fund.members(1, small))[0]!, (await fund.members(1, large))[0]!];
  await fund.members(10, others / 10);
  const rows = await fund.months(monthsTo(lastMonth, months));
  await fund.close();
  say(`${whole(rows)} member-months as events; projecting and deriving them`);
  await untilShown(portal, { members: small + large + others, rows, last: lastMonth, withinSeconds: 3_600 });
  const moment = new Date().toISOString();
  const figures: Figure[] = [];
  for (const [planId, members, withinSeconds] of [
    [smallPlan, small, smallWithinSeconds],
    [largePlan, large, largeWithinSeconds],
  ] as const) {
    say(`a plan of ${whole(members)} members as it stood`);
    const { result: view, seconds } = await timed(() => made(portal, planId, moment));
    figures.push({
      name: `as at, ${whole(members)} members`,
      measured: `${seconds.toFixed(1)} s`,
      target: `<= ${withinSeconds} s`,
      raw: `${whole(view.rows)} member-months of ${whole(rows)}`,
      ...against(withinSeconds / seconds),
    });
    if (proves) figures.push(await proof(portal, view, members, say));
  }
  return figures;
}

/** Sends a request as the portal's admin: a POST if there is a `body`. */
async function request({ url, cookie }: BenchPortal, path: string, body?: object): Promise<AsOfView> {
  const answer = await fetch(url + path, {
    headers: {
      Cookie: cookie,
      'X-Requested-By': 'superscope',
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${path} was refused: ${await answer.text()}`);
  return (await answer.json()) as AsOfView;
}

async function made(portal: BenchPortal, planId: string, moment: string): Promise<AsOfView> {
  const { id } = await request(portal, '/api/history/views', { planId, moment });
  return ended(portal, id, ({ state }) => (state === 'ready' ? true : state === 'failed' ? 'failed' : false));
}

async function proof(
  portal: BenchPortal,
  { id, rows }: AsOfView,
  members: number,
  say: (text: string) => void,
): Promise<Figure> {
  say('and the replay that proves it');
  const { result, seconds } = await timed(async () => {
    await request(portal, `/api/history/views/${id}/proof`, {});
    return ended(portal, id, ({ proof: of }) =>
      of === null || of.state === 'waiting' || of.state === 'running' ? false : of.state === 'equal' ? true : of.state,
    );
  });
  const raw = new RawEventStore(portal.environment['EVENTSTORE_URL']!);
  const read = await closing(raw, () => raw.readRate(50_000));
  const events = result.proof!.sum!.events;
  return shown(
    `replay and proof, ${whole(members)} members`,
    `${seconds.toFixed(1)} s: ${perSecondText(events / seconds)}, ${perSecondText(rows / seconds)} rows`,
    `${perSecondText(read)} read`,
  );
}

/** Polls a view until `isSo` returns true. Throws when `isSo` returns the outcome of a failure. */
async function ended(portal: BenchPortal, id: string, isSo: (view: AsOfView) => boolean | string): Promise<AsOfView> {
  let view: AsOfView | null = null;
  await until(
    'The view',
    async () => {
      view = await request(portal, `/api/history/views/${id}`);
      const so = isSo(view);
      if (typeof so === 'string') throw new Error(`The view ended as ${so}.`);
      return so;
    },
    patience,
  );
  return view!;
}
