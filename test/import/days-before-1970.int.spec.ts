import { audienceHeader } from '@superscope/contracts/analytics/audience-header';
import { rebuild } from '@superscope/projector/rebuild/rebuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { quiet } from '../harness/portal-engines.js';
import { csv, Importing } from './importing.js';
import { smallFund } from './small-fund.js';

let importing: Importing;

const joined: readonly (readonly [memberId: string, joinDate: string, exitDate: string])[] = [
  ['1', '1965-03-04', ''],
  ['2', '01/01/1970', ''],
  ['3', '2016-07-01', ''],
  ['4', '', ''],
  ['5', '1900-01-01', '1968-12-31'],
];
const members = csv(
  'memberId,platformId,planId,companyId,joinDate,exitDate',
  ...joined.map(([memberId, ...dates]) => `${memberId},EAST,P1,C1,${dates.join(',')}`),
);

beforeAll(async () => {
  importing = await Importing.start();
  for (const table of ['providers', 'platforms', 'plans', 'companies']) await importing.import(smallFund[table]!);
  await importing.import(members);
  const months = joined.map(([memberId]) => `EAST,P1,${memberId},2024-06-30,1000`);
  await importing.import(csv('platformId,planId,memberId,asAt,totalAssetsOwned', ...months));
  await importing.derived();
});
afterAll(() => importing.stop());

const idOf = (memberId: string) => importing.engines.identity.memberIdOf('EAST', memberId);

const load = async (query: object): Promise<Record<string, unknown>[]> => {
  const ofJune = {
    ...query,
    filters: [
      { member: 'Member.planId', operator: 'equals', values: ['EAST.P1'] },
      { member: 'MemberSnapshot.atYearMonth', operator: 'equals', values: ['202406'] },
      ...((query as { filters?: object[] }).filters ?? []),
    ],
  };
  const { status, body } = await importing.staff.request(
    `/cubejs-api/v1/load?query=${encodeURIComponent(JSON.stringify(ofJune))}`,
    { headers: { [audienceHeader]: 'staff' } },
  );
  expect(status).toBe(200);
  return (body as { data: Record<string, unknown>[] }).data;
};

/** Join dates by the query service, by the member's number. */
const joinDates = async () => {
  const rows = await load({ dimensions: ['Member.memberId', 'Member.joinDate'] });
  const byId = new Map(rows.map((row) => [row['Member.memberId'], row['Member.joinDate']]));
  return joined.map(([memberId]) => byId.get(idOf(memberId)));
};
/** The last one left long before the month, so no figure counts them. */
const asInTheFile = ['1965-03-04', '1970-01-01', '2016-07-01', null, undefined];

const rebuilt = (accept: boolean) =>
  rebuild(
    {
      store: importing.engines.store,
      live: importing.engines.target(),
      rebuilt: importing.engines.target('_rebuild'),
      ops: importing.engines.mongo.db('ops'),
      ...importing.engines.readModels,
      log: quiet,
    },
    { accept },
  );

describe('a member who joined before 1970', () => {
  it('has the join date of the file, as has one who joined on 1 January 1970; only a missing date is unknown', async () => {
    expect(await joinDates()).toEqual(asInTheFile);
    const count = 'MemberSnapshot.countMembers';
    const where = async (operator: string, ...values: string[]) => {
      const filter = { member: 'Member.joinDate', operator, ...(values.length > 0 ? { values } : {}) };
      return (await load({ measures: [count], filters: [filter] }))[0]![count];
    };
    expect(await where('equals', '1965-03-04')).toBe(1);
    expect(await where('startsWith', '19')).toBe(2);
    expect([await where('set'), await where('notSet')]).toEqual([3, 1]);
  });

  it('is in the plan from that day, and not after an exit before 1970', async () => {
    const rows = await importing.engines.rows(
      `SELECT toString(joined_on) AS joined, toString(exited_on) AS exited, time_in_plan FROM member_snapshot FINAL
WHERE plan_id = 'EAST.P1' AND month = '2024-06-01' ORDER BY joined NULLS LAST`,
    );
    expect(rows).toEqual([
      { joined: '1965-03-04', exited: null, time_in_plan: 'Over 10 years' },
      { joined: '1970-01-01', exited: null, time_in_plan: 'Over 10 years' },
      { joined: '2016-07-01', exited: null, time_in_plan: '6 - 10 years' },
      { joined: null, exited: null, time_in_plan: 'Unknown' },
    ]);
  });

  it('is exported as imported, and importing the export changes nothing', async () => {
    const file = await importing.export('members', '?planId=EAST.P1');
    for (const [memberId] of joined) expect(file).toMatch(new RegExp(`^EAST,${memberId},`, 'm'));
    expect(file).toContain('1965-03-04');
    expect(await importing.import(file, '?platformId=EAST&table=members')).toMatchObject({ written: 0 });
    expect(await importing.import(members)).toMatchObject({ written: 0 });
  });

  it('may also have moved before 1970', async () => {
    const to = { planId: 'EAST.P2', companyId: 'EAST.C2', on: '1966-05-06' };
    const member = idOf('5');
    expect((await importing.admin.post(`/api/members/${member}/move`, to)).status).toBe(200);
    await importing.derived();
    const moved = `SELECT toString(on_day) AS day FROM member_fact WHERE member_id = {member:UUID} AND event_type = 'MemberMoved'`;
    expect(await importing.engines.rows(moved, { member })).toEqual([{ day: '1966-05-06' }]);
  });

  it('is the same in rebuilt read models', async () => {
    expect(await rebuilt(false)).toMatchObject({ differences: [], switched: true });
    expect(await joinDates()).toEqual(asInTheFile);
  });

  it('is correct after a rebuild when an earlier version cut the day, and the columns are named', async () => {
    for (const table of ['member_fact', 'member_snapshot']) {
      const cut = `ALTER TABLE ${table} UPDATE joined_on = '1970-01-01' WHERE joined_on < '1970-01-01' SETTINGS mutations_sync = 2`;
      await importing.engines.clickhouse.command({ query: cut });
    }
    const outcome = await rebuilt(true);
    expect(outcome.differences.map(({ name, columns }) => [name, columns]).sort()).toEqual([
      ['member_fact', ['joined_on']],
      ['member_snapshot', ['joined_on']],
    ]);
    expect(outcome.switched).toBe(true);
    expect(await joinDates()).toEqual(asInTheFile);
  });
});

describe('a period that begins before 1970', () => {
  it('does not count members who never signed in or requested contact', async () => {
    const count = 'MemberSnapshot.countMembers';
    for (const from of ['0050-01-01', '1900-01-01', '1970-01-01', '1970-01-31', '2024-06-01'])
      for (const flag of ['Member.loggedInMember', 'Member.contactRequested']) {
        const timeDimensions = [{ dimension: 'MemberSnapshot.month', dateRange: [from, '2024-06-30'] }];
        const rows = await load({ measures: [count], dimensions: [flag], timeDimensions });
        expect(rows).toEqual([{ [flag]: '2|No', [count]: 4 }]);
      }
  });
});
