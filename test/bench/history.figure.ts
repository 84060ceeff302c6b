import type { EventFilter } from '@superscope/contracts/event-history';
import type { BenchPortal } from './bench-portal.js';
import { against, whole, type Figure } from './figure.js';
import { spread, timed, until } from './measure.js';

const members = 100_000;
const plans = 200;
const users = 200;
/** Members in one chunk of an imported month. */
const membersOfChunk = 100;
const rowsPerInsert = 500_000;
const firstDay = Date.parse('2023-07-01T00:00:00.000Z');
const years = 3;
const targetMs = 300;

/** Cast, because a hash depends on the type of its arguments. */
const uuidOf = (what: string, index: string) => `reinterpretAsUUID(sipHash128('${what}', toUInt64(${index})))`;
const memberId = (index: string) => uuidOf('member', index);
const planId = (index: string) => `concat('BENCH.P', leftPad(toString(${index}), 4, '0'))`;

/** An event's content depends on its number `n` only. 60 % are of members; the others are accesses, months, campaigns and users. */
const made = (events: number) => `
  cityHash64(n) AS h, h % 100 AS kind, intDiv(h, 100) % ${members} AS m, ${memberId('m')} AS member, ${planId(`m % ${plans}`)} AS plan,
  toDateTime64('2023-07-01 00:00:00', 3, 'UTC') + toIntervalSecond(intDiv(n * ${years * 365 * 86_400}, ${events})) AS at,
  multiIf(kind < 60, 'member', kind < 90, 'access', kind < 91, 'memberSnapshots', kind < 98, 'campaign', 'user') AS of,
  intDiv(h, 10000000) % ${users} AS u`;

const columns = {
  position: 'n * 1000',
  prepare: 'n * 1000',
  recorded_at: 'at',
  category: 'of',
  stream: `multiIf(kind < 60, concat('member-', toString(member)), kind < 90, concat('access-', toString(toDate(at))),
    kind < 91, concat('memberSnapshots-', plan, '-', formatDateTime(at, '%Y%m')), kind < 98, concat('campaign-K', toString(m % 5000)), concat('user-u', toString(u)))`,
  revision: 'm % 50',
  event_type: `multiIf(kind < 20, 'MemberDetailsRevised', kind < 60, 'ConsultationPerformed', kind < 90, 'AccessRecorded',
    kind < 91, 'MemberSnapshotsChunkImported', kind < 98, 'CampaignEngagementImported', 'UserActivated')`,
  event_id: uuidOf('event', 'n'),
  plan_id: `if(kind >= 90 AND kind < 91, plan, '')`,
  member_id: `if(kind < 60, member, toUUID('00000000-0000-0000-0000-000000000000'))`,
  actor: `concat('u', toString(u))`,
  role: `'Staff'`,
  correlation_id: `toString(${uuidOf('request', 'intDiv(n, 3)')})`,
  command_id: `toString(${uuidOf('command', 'n')})`,
  size: '400 + h % 2000',
  read_models: `'memberSnapshots,members'`,
};

async function insertRange({ clickhouse }: BenchPortal, from: number, count: number, events: number): Promise<void> {
  await clickhouse.command({
    query: `INSERT INTO recorded_event (${Object.keys(columns).join(', ')})
WITH number AS n, ${made(events)}
SELECT ${Object.values(columns).join(', ')} FROM numbers(${from}, ${count})`,
  });
  await clickhouse.command({
    query: `INSERT INTO recorded_event_member (member_id, position, prepare)
WITH number AS n, ${made(events)}
SELECT ${memberId(`(m + each * 7) % ${members}`)}, n * 1000, n * 1000 FROM numbers(${from}, ${count})
ARRAY JOIN range(multiIf(kind < 60, 1, kind < 90, 2, kind < 91, ${membersOfChunk}, kind < 98, 10, 0)) AS each`,
  });
}

/** Fills the tables of events directly in the engine, which is enough for searching. */
async function fill(portal: BenchPortal, events: number): Promise<void> {
  await portal.clickhouse.command({
    query: `INSERT INTO member_fact (member_id, revision, event_type, plan_id)
SELECT ${memberId('number')}, 0, 'MemberRegistered', ${planId(`number % ${plans}`)} FROM numbers(${members})`,
  });
  for (let from = 1; from <= events; from += rowsPerInsert)
    await insertRange(portal, from, Math.min(rowsPerInsert, events - from + 1), events);
  await until('The end of merging', async () => (await portal.count('SELECT count() FROM system.merges')) === 0, {
    withinSeconds: 300,
    everyMs: 250,
  });
}

/** Filter values by number, the same on every machine. */
const day = (i: number) => new Date(firstDay + ((i * 37) % (years * 365)) * 86_400_000).toISOString();
const plan = (i: number) => `BENCH.P${String((i * 13) % plans).padStart(4, '0')}`;

const filters = (memberOf: (i: number) => string, requestOf: (i: number) => string) =>
  ({
    everything: () => ({}),
    member: (i) => ({ memberId: memberOf(i) }),
    plan: (i) => ({ planId: plan(i) }),
    user: (i) => ({ userId: `u${(i * 17) % users}` }),
    stream: (i) => ({ stream: `member-${memberOf(i)}` }),
    'type, a common one': () => ({ type: 'AccessRecorded' }),
    'type, one that never was': () => ({ type: 'UserSignInLocked' }),
    'a day': (i) => ({ from: day(i), to: day(i).replace('T00', 'T23') }),
    request: (i) => ({ correlationId: requestOf(i) }),
    'plan, user, type and time': (i) => ({
      planId: plan(i),
      userId: `u${(i * 17) % users}`,
      type: 'MemberDetailsRevised',
      from: day(i),
    }),
  }) satisfies Record<string, (i: number) => EventFilter>;

/** Measures searches over HTTP, each with another value. An answer has a page of events and the count of all that match. */
export async function historyFigures(
  portal: BenchPortal,
  events: number,
  searches: number,
  say: (text: string) => void,
): Promise<Figure[]> {
  const { seconds } = await timed(() => fill(portal, events));
  say(`${whole(events)} events to search, straight into the engine, in ${seconds.toFixed(0)} s`);
  const ids = await valuesOf(portal, searches);
  const figures: Figure[] = [];
  for (const [name, filterOf] of Object.entries(
    filters(
      (i) => ids[i]!.member,
      (i) => ids[i]!.request,
    ),
  )) {
    const milliseconds: number[] = [];
    for (let i = 0; i < searches; i += 1) milliseconds.push(await searchMs(portal, filterOf(i)));
    const { p50, p95 } = spread(milliseconds);
    figures.push({
      name: `history, ${name}`,
      measured: `p95 ${p95.toFixed(0)} ms (p50 ${p50.toFixed(0)})`,
      target: `p95 <= ${targetMs} ms`,
      raw: `${whole(events)} events`,
      ...against(targetMs / p95),
    });
  }
  return figures;
}

async function valuesOf({ clickhouse }: BenchPortal, count: number): Promise<{ member: string; request: string }[]> {
  const answer = await clickhouse.query({
    query: `SELECT toString(${memberId(`number * 991 % ${members}`)}) AS member,
toString(${uuidOf('request', 'number * 1009')}) AS request FROM numbers(${count})`,
    format: 'JSONEachRow',
  });
  return answer.json();
}

async function searchMs({ url, cookie }: BenchPortal, filter: EventFilter): Promise<number> {
  const query = new URLSearchParams(filter).toString();
  const { result, seconds } = await timed(async () => {
    const answer = await fetch(`${url}/api/history/events?${query}`, { headers: { Cookie: cookie } });
    await answer.arrayBuffer();
    return answer;
  });
  if (!result.ok) throw new Error(`A search was refused with ${result.status}.`);
  return seconds * 1000;
}
