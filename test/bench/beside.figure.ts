import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { PortalClient } from '@superscope/local/portal-client';
import { benchPassword, type BenchPortal } from './bench-portal.js';
import { benchQueries, employerStatement, uncachedPath } from './bench-queries.js';
import { against, shown, type Figure } from './figure.js';
import { httpLoad, type HttpRequest } from './http-load.js';
import { percentile, spread } from './measure.js';
import { rawRequests } from './raw-statement.js';

/** Of the waits of everybody else, in milliseconds. */
const longestAtP99 = 200;
const planId = 'TWR.P0001';
const questions = 10;
/** A person has two places for large questions. */
const placesOfPerson = 2;
const importedMembers = 2_000;

/**
 * Latency of `/api/health` and of an employer's question beside the largest work at once: ten of Staff's questions by six dimensions and
 * month over all plans, four exports of snapshots, ten lists of events, an import and five reports. The fund of the browser's figures is
 * there.
 */
export async function besideFigures(portal: BenchPortal, say: (text: string) => void): Promise<Figure[]> {
  say('/api/health and an employer’s question beside the largest work');
  const [{ query }] = benchQueries as [(typeof benchQueries)[0]];
  const engine = portal.environment['CLICKHOUSE_URL']!;
  const raw = await rawRequests(await employerStatement(query, engine), engine);
  const asked = {
    health: { origin: portal.url, request: (): HttpRequest => ({ method: 'GET', path: '/api/health', headers: {} }) },
    question: {
      origin: portal.url,
      request: (): HttpRequest => ({ method: 'GET', path: uncachedPath(query), headers: { Cookie: portal.cookie } }),
    },
    engine: { origin: new URL(engine).origin, request: raw },
  };
  const alone = await waits(asked, () => delay(3_000));
  const beside = await waits(asked, () => largestWork(portal, say));
  const figure = (name: string, of: keyof typeof asked): Figure => ({
    name,
    measured: told(beside[of]),
    target: `p99 <= ${longestAtP99} ms`,
    raw: `${told(alone[of])} alone`,
    ...against(longestAtP99 / percentile(beside[of], 99)),
  });
  return [
    figure('health beside all large work', 'health'),
    { ...figure('employer’s question beside it', 'question'), target: '', met: null, reach: null },
    shown('its statement, sent to the engine', told(beside.engine), `${told(alone.engine)} alone`),
  ];
}

function told(milliseconds: readonly number[]): string {
  const { p50, most } = spread(milliseconds);
  return `p50 ${p50.toFixed(1)}, p99 ${percentile(milliseconds, 99).toFixed(1)}, most ${most.toFixed(0)} ms`;
}

/** How long each kind of request takes, one after another with a pause, until `work` has ended. */
async function waits<Kind extends string>(
  asked: Readonly<Record<Kind, { origin: string; request: () => HttpRequest }>>,
  work: () => Promise<unknown>,
): Promise<Record<Kind, number[]>> {
  let isOver = false;
  const measured = Object.fromEntries(Object.keys(asked).map((kind) => [kind, [] as number[]])) as Record<
    Kind,
    number[]
  >;
  const probe = async (kind: Kind) => {
    while (!isOver) {
      const { milliseconds } = await httpLoad({ ...asked[kind], connections: 1, amount: 5 });
      measured[kind].push(...milliseconds);
      await delay(20);
    }
  };
  await Promise.all([
    work().finally(() => (isOver = true)),
    ...(Object.keys(asked) as Kind[]).map((kind) => probe(kind)),
  ]);
  return measured;
}

async function largestWork(portal: BenchPortal, say: (text: string) => void): Promise<void> {
  const as = async (username: string) => {
    const person = new PortalClient(portal.url);
    await person.signIn(username, benchPassword);
    return person;
  };
  const [staff, admin, auditor] = await Promise.all([as('staff'), as('admin'), as('auditor')]);
  const ended = (what: string, work: Promise<unknown>) => {
    const began = performance.now();
    return work.then(() => say(`${what} took ${((performance.now() - began) / 1000).toFixed(1)} s`));
  };
  await Promise.all([
    ended('ten questions', tenQuestions([staff, admin, auditor])),
    ended(
      'four exports',
      times(4, () => read(staff, '/api/csv/memberSnapshots/export')),
    ),
    ended(
      'ten lists of events',
      times(10, (at) => read(auditor, `/api/history/events${at % 2 === 0 ? '' : `?planId=${planId}`}`)),
    ),
    ended('an import', anImport(portal, admin)),
    ended('five reports', fiveReports(staff)),
  ]);
}

const times = (count: number, run: (at: number) => Promise<unknown>) =>
  Promise.all(Array.from({ length: count }, (_, at) => run(at)));

async function read(person: PortalClient, path: string, init: RequestInit = {}): Promise<Response> {
  const answer = await person.request(path, init);
  if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${(await answer.text()).slice(0, 300)}`);
  for await (const _ of answer.clone().body!);
  return answer;
}

async function tenQuestions(people: readonly PortalClient[]): Promise<void> {
  let asked = 0;
  const ask = async (person: PortalClient) => {
    while (asked < questions) {
      asked += 1;
      const query = {
        measures: ['MemberSnapshot.countMembers', 'MemberSnapshot.averageTotalAssetsOwned'],
        dimensions: [
          ...['gender', 'ageGroup', 'addressState', 'salaryGroup', 'beneficiaryNominationType'].map(
            (name) => `Member.${name}`,
          ),
          'MemberSnapshot.insuranceCoverType',
        ],
        timeDimensions: [{ dimension: 'MemberSnapshot.month', granularity: 'month' }],
        limit: 10_000 + asked,
      };
      await read(person, '/cubejs-api/v1/load', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Audience': 'staff' },
        body: JSON.stringify({ query }),
      });
    }
  };
  await Promise.all(people.flatMap((person) => Array.from({ length: placesOfPerson }, () => ask(person))));
}

async function anImport({ folder }: BenchPortal, person: PortalClient): Promise<void> {
  const rows = Array.from(
    { length: importedMembers },
    (_, i) => `BESIDE${i},TWR,P0001,P0001-E1,Surname${i},Given,1980-02-${10 + (i % 18)},Female,NSW,2016-01-01`,
  );
  const header = 'memberId,platformId,planId,companyId,surname,givenName,dateOfBirth,gender,addressState,joinDate';
  const path = join(folder, 'members-beside.csv');
  writeFileSync(path, [header, ...rows, ''].join('\r\n'));
  await person.finishImport(await person.startImport('members', path, { confirmed: 'true' }), () => {});
}

/** Two are drawn at a time. */
async function fiveReports(person: PortalClient): Promise<void> {
  const ids = await times(5, async (at) => {
    const period = ['months1', 'months3', 'months6', 'months12', 'months24'][at]!;
    const answer = await read(person, '/api/reports', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ kind: 'pcmReport', planId, period }),
    });
    return ((await answer.json()) as { workId: string }).workId;
  });
  for (;;) {
    const list = await (await read(person, '/api/work/mine')).json();
    const { items } = list as { items: { workId: string; state: string }[] };
    const states = ids.map((id) => items.find(({ workId }) => workId === id)?.state);
    if (states.includes('failed')) throw new Error('A report failed.');
    if (states.every((state) => state === 'done')) return;
    await delay(250);
  }
}
