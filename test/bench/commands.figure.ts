import { against, perSecondText, whole, type Figure } from './figure.js';
import type { BenchPortal } from './bench-portal.js';
import { httpLoad, type HttpRequest } from './http-load.js';
import { spread, timed, until } from './measure.js';
import type { RawEventStore } from './raw-engines.js';
import type { Sizes } from './sizes.js';
import type { Work } from './work.js';

interface MemberDocument {
  _id: string;
  planId: string;
  companyId: string;
  categoryId: string | null;
}

/**
 * Commands over HTTP: each moves another member out of their category, so it is a policy check, three streams read, a decision
 * and one event on disk. The projector keeps up beside it, on the same cores.
 */
export async function commandFigures(
  portal: BenchPortal,
  raw: RawEventStore,
  sizes: Sizes,
  work: Work,
  say: (text: string) => void,
): Promise<Figure[]> {
  const members = await portal.mongo
    .db('views')
    .collection<MemberDocument>('members')
    .find({ categoryId: { $ne: null } })
    .limit(sizes.commands + warmUp + spare)
    .toArray();
  if (members.length < 2 * (warmUp + spare)) throw new Error('There are too few members with a category to move.');
  const moves = members.map(moveRequest(portal.cookie));
  let next = 0;
  const load = (amount: number) =>
    httpLoad({ origin: portal.url, connections: 32, amount, request: () => moves[next++ % moves.length]! });
  await load(warmUp);
  const commands = moves.length - warmUp - spare;
  let behind = 0;
  const { result } = await work.of('commands, projected', commands, async () => {
    const outcome = await load(commands);
    behind = (await timed(() => caughtUp(portal))).seconds;
    return outcome;
  });
  const { milliseconds, seconds } = result;
  say(`the projector was done with ${whole(commands)} commands ${behind.toFixed(1)} s after the last answer`);
  const perSecond = milliseconds.length / seconds;
  const { p50, p95 } = spread(milliseconds);
  const appends = await raw.appendRate(2_000);
  return [
    {
      name: 'commands, 32 connections',
      measured: perSecondText(perSecond),
      target: '>= 1,000/s',
      raw: `${perSecondText(appends)} appended`,
      ...against(perSecond / 1_000),
    },
    {
      name: 'commands, p95',
      measured: `${p95.toFixed(0)} ms (p50 ${p50.toFixed(0)})`,
      target: '<= 60 ms',
      raw: '',
      ...against(60 / p95),
    },
  ];
}

const warmUp = 200;
/** The load generator prepares some requests that it does not send; a member who was moved before writes nothing. */
const spare = 200;

const moveRequest =
  (cookie: string) =>
  ({ _id, planId, companyId }: MemberDocument): HttpRequest => ({
    method: 'POST',
    path: `/api/members/${_id}/move`,
    headers: { Cookie: cookie, 'X-Requested-By': 'superscope', 'Content-Type': 'application/json' },
    body: JSON.stringify({ planId, companyId, categoryId: null, on: '2025-01-01' }),
  });

/** Until every move is in the view that was asked for members. */
async function caughtUp(portal: BenchPortal): Promise<void> {
  const derived = async () => {
    const answer = await portal.client.request('/api/ready');
    return answer.ok && ((await answer.json()) as { derived: boolean }).derived;
  };
  await until('The projector', derived, { withinSeconds: 120, everyMs: 100 });
}
