import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { calendarStream, closeMonths } from '@superscope/domain/calendar/calendar';
import { sydneyDate } from '@superscope/contracts/sydney-time';
import { platformStream, recordPlatform } from '@superscope/domain/platform/platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiClient, testPassword } from '../harness/api-server.js';
import { CountedProcess, type CountedTurns } from '../harness/counted-process.js';
import { startWithAccounts } from '../harness/demo-accounts.js';
import type { PortalEngines } from '../harness/portal-engines.js';
import { startStandInRenderer } from '../harness/renderer.js';
import { repository } from '../harness/repository.js';
import { byTest, SamplePlan } from '../harness/sample-plan.js';
import { caughtUp } from '../harness/set-aside.js';
import { csv } from '../import/importing.js';

/** A plan with events, and one with many rows that were only written to the read models. */
const plan = 'EAST.P1';
const large = 'EAST.P9';
const months = 3;
const membersOfLarge = 60_000;
const exportedMembers = 9_000;

let engines: PortalEngines;
let projector: Awaited<ReturnType<PortalEngines['projector']>>;
let renderer: Awaited<ReturnType<typeof startStandInRenderer>>;
let api: CountedProcess;
let staff: ApiClient;
let admin: ApiClient;
let auditor: ApiClient;

const memberId = (n: string) => `toUUID(concat('00000000-0000-4000-8000-', leftPad(toString(${n}), 12, '0')))`;
const among = (values: readonly string[], seed: number) =>
  `[${values.map((value) => `'${value}'`).join()}][1 + cityHash64(number, ${seed}) % ${values.length}]`;

/** Copies one row of the small plan many times. */
async function copyRows(table: string, count: number, own: Readonly<Record<string, string>>): Promise<void> {
  const replaced = Object.entries(own).map(([column, sql]) => `${sql} AS ${column}`);
  await engines.clickhouse.command({
    query: `INSERT INTO ${table} SELECT one.* REPLACE (${replaced.join(', ')})
      FROM (SELECT * FROM ${table} WHERE plan_id = '${plan}' LIMIT 1) AS one CROSS JOIN numbers(${count}) AS n`,
  });
}

beforeAll(async () => {
  engines = await startWithAccounts();
  projector = await engines.projector();
  await projector.start();
  const now = new Date().toISOString();
  await engines.store.transact(
    platformStream,
    'EAST',
    recordPlatform({ platformId: 'EAST', name: 'East', shortName: 'East', providerId: 'PR1' }),
    byTest(now),
  );
  const small = new SamplePlan(engines.store, engines.identity, plan);
  await small.figures();
  await small.register(14);
  await small.month('2026-01', 80_000);
  await engines.store.transact(calendarStream, '', closeMonths(sydneyDate(now)), byTest(now));
  await caughtUp(engines, projector);
  await copyRows('member_snapshot', months * membersOfLarge, {
    plan_id: `'${large}'`,
    month: `addMonths(toDate('2026-01-01'), intDiv(number, ${membersOfLarge}))`,
    member_id: memberId(`number % ${membersOfLarge}`),
    gender: among(['Female', 'Male', 'Unknown'], 1),
    age_group: among(['30 and below', '31 - 44', '45 - 54', '55 - 64', '65+', 'Unknown'], 2),
    address_state: among(['NSW', 'VIC', 'QLD', 'SA', 'WA', 'TAS', 'NT', 'ACT'], 3),
    salary_group: among(['<$30k', '$30k', '$65k', '$100k', '$150k', '>$250k', 'Unknown'], 4),
    balance_group: among(['<$10k', '$10k', '$50k', '$100k', '$250k', '>$500k', 'Unknown'], 5),
    account_type: among(['Accumulation', 'Pension', 'Transition to retirement'], 6),
  });
  await copyRows('snapshot_raw', 2 * exportedMembers, {
    plan_id: `'${large}'`,
    month: `addMonths(toDate('2026-01-01'), intDiv(number, ${exportedMembers}))`,
    import_id: "'copied'",
    member_id: memberId(`number % ${exportedMembers}`),
  });
  await copyRows('plan_month_import', 2, {
    plan_id: `'${large}'`,
    month: "addMonths(toDate('2026-01-01'), number)",
    import_id: "'copied'",
    rows: String(exportedMembers),
  });
  const members = engines.mongo.db('views').collection('members');
  const { _id: _, ...one } = (await members.findOne({ platformId: 'EAST' }))!;
  for (let from = 0; from < exportedMembers; from += 3_000)
    await members.insertMany(
      Array.from({ length: 3_000 }, (__, i) => ({
        ...one,
        _id: `00000000-0000-4000-8000-${String(from + i).padStart(12, '0')}` as never,
        memberNumber: `N${from + i}`,
        planIds: [large],
      })),
    );
  renderer = await startStandInRenderer(async () => ({ status: 200, body: Buffer.alloc(3_000_000, '%PDF-') }));
  const { urls, masterKey } = engines;
  api = await CountedProcess.start(join(repository, 'apps/api/dist/main.js'), {
    PORT: '0',
    EVENTSTORE_URL: urls.eventStore,
    MONGODB_URL: urls.mongo,
    CLICKHOUSE_URL: urls.clickhouse,
    SUPERSCOPE_MASTER_KEY: masterKey,
    SUPERSCOPE_DEMO: 'true',
    SUPERSCOPE_DEMO_PASSWORD: testPassword,
    LOG_LEVEL: 'error',
    ...renderer.settings,
  });
  const { url } = api.ready as { url: string };
  const as = async (username: string) => {
    const client = new ApiClient(url.replace('[::1]', '127.0.0.1'));
    expect((await client.signIn(username)).status).toBe(200);
    return client;
  };
  [staff, admin, auditor] = await Promise.all([as('staff'), as('admin'), as('auditor')]);
});
afterAll(async () => {
  await api?.stop();
  await renderer?.stop();
  await projector?.stop();
  await engines?.stop();
});

const largestQuestion = (at: number) => ({
  measures: ['MemberSnapshot.countMembers', 'MemberSnapshot.averageSalary'],
  dimensions: ['gender', 'ageGroup', 'addressState', 'salaryGroup', 'accountType']
    .map((name) => `Member.${name}`)
    .concat('MemberSnapshot.balanceGroup'),
  timeDimensions: [
    { dimension: 'MemberSnapshot.month', granularity: 'month', dateRange: ['2026-01-01', '2026-03-31'] },
  ],
  limit: 20_000 - at,
});

/** Ten questions, two of each person at once. */
async function tenLargest(): Promise<void> {
  let asked = 0;
  const ask = async (client: ApiClient) => {
    while (asked < 10) {
      const query = largestQuestion((asked += 1));
      const { status, body } = await client.post('/cubejs-api/v1/load', { query }, { 'X-Audience': 'staff' });
      expect([status, (body['data'] as unknown[]).length]).toEqual([200, query.limit]);
    }
  };
  await Promise.all([staff, staff, admin, admin, auditor, auditor].map(ask));
}

const fourExports = () =>
  Promise.all(
    [1, 2, 3, 4].map(async () => {
      const { status, body } = await staff.request('/api/csv/memberSnapshots/export');
      expect([status, String(body).split('\n').length]).toEqual([200, 2 * exportedMembers + 16]);
    }),
  );

const tenLists = () =>
  Promise.all(
    Array.from({ length: 10 }, async (_, i) => {
      const { status } = await auditor.request(`/api/history/events${i % 2 === 0 ? '' : `?planId=${plan}`}`);
      expect(status).toBe(200);
    }),
  );

async function anImport(): Promise<void> {
  const header =
    'memberId,platformId,planId,companyId,categoryId,login,surname,givenName,dateOfBirth,gender,addressState,accountType,occupationalRating,joinDate,exitDate,emailAddress,mobileNumber,taxFileNumberProvided';
  const rows = Array.from(
    { length: 2_000 },
    (_, i) =>
      `I${i},EAST,P1,P1-E1,,login${i},Surname${i},Given,1980-02-${10 + (i % 18)},Female,NSW,Accumulation,Standard,2016-01-01,,i${i}@mail.example,,Yes`,
  );
  const form = new FormData();
  form.append('file', new Blob([csv(header, ...rows)], { type: 'text/csv' }), 'members.csv');
  const { status, body } = await admin.request('/api/csv/import', { method: 'POST', body: form });
  expect([status, body.message]).toEqual([202, undefined]);
  await until(async () => {
    const { state } = (await admin.request(`/api/csv/imports/${String(body['importId'])}`)).body;
    if (state === 'failed') throw new Error('The import failed.');
    return state === 'completed';
  });
}

async function fiveReports(): Promise<void> {
  const ids: string[] = [];
  for (const engagedOnly of ['true', 'false']) {
    const body = new FormData();
    body.append('engagedOnly', engagedOnly);
    const asked = await staff.request(`/api/plans/${plan}/reports/request`, { method: 'POST', body });
    expect([asked.status, asked.body.message]).toEqual([202, undefined]);
    ids.push(String(asked.body['workId']));
  }
  for (const period of ['months1', 'months3', 'months6']) {
    const asked = await staff.post('/api/reports', { kind: 'pcmReport', planId: plan, period });
    expect([asked.status, asked.body.message]).toEqual([202, undefined]);
    ids.push(String(asked.body['workId']));
  }
  await until(async () => {
    const { items } = (await staff.request('/api/work/mine')).body as unknown as {
      items: { workId: string; state: string }[];
    };
    const states = ids.map((id) => items.find(({ workId }) => workId === id)?.state);
    if (states.includes('failed')) throw new Error('A report failed.');
    return states.every((state) => state === 'done');
  });
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await delay(50);
}

/**
 * Bytes of small objects that a turn may make. Turns of this work make 12 million at most; shaping 20,000 rows of an answer in one makes 30
 * to 45 million, and writing 9,000 rows of four exports 20 million and more.
 */
const mostMade = 16_000_000;

/** The turns that kept everybody else waiting, in megabytes. */
const blockedTurns = ({ made }: CountedTurns): number[] =>
  made.filter((bytes) => bytes > mostMade).map((bytes) => Math.round(bytes / 1e5) / 10);

describe('the event loop of the api', () => {
  it('counts as blocked where 50,000 rows are shaped in one turn', async () => {
    const shaping = await CountedProcess.start(join(repository, 'test/harness/shaping-process.mjs'));
    const shaped = async (rows: number) => {
      const counted = await shaping.counted(async () => {
        const answered = once(shaping.child, 'message');
        shaping.child.send(rows);
        await answered;
      });
      return blockedTurns(counted).length;
    };
    expect([await shaped(500), await shaped(50_000)]).toEqual([0, 1]);
    await shaping.stop();
  });

  it('is not blocked by the largest questions, exports, lists of events, an import and reports, all at once', async () => {
    let isOver = false;
    const statuses: number[] = [];
    const health = async () => {
      while (!isOver) {
        statuses.push((await staff.request('/api/health')).status);
        await delay(20);
      }
    };
    const work = async () => {
      await Promise.all([tenLargest(), fourExports(), tenLists(), anImport(), fiveReports()]);
      isOver = true;
    };
    const counted = await api.counted(() => Promise.all([work(), health()]));
    expect(blockedTurns(counted)).toEqual([]);
    expect(new Set(statuses)).toEqual(new Set([200]));
  });
});
