import { addDays, monthEnd, monthsFrom } from '@superscope/domain/calendar-dates';
import { payrollIsForAdmins } from '@superscope/domain/plan/plan';
import { countsIn } from '@superscope/domain/member/membership-dates';
import { seededRandom } from '@superscope/domain/seeded-random.fixture';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { csv, Importing } from './importing.js';
import { fundToMembers, smallFund } from './small-fund.js';

let importing: Importing;
beforeAll(async () => {
  importing = await Importing.startWith(fundToMembers);
  await importing.import(smallFund['campaigns']!);
});
afterAll(() => importing.stop());

const header = 'platformId,planId,memberId,asAt,totalAssetsOwned';
const june = (first: number, second: number) =>
  csv(header, `EAST,P1,001,2024-06-30,${first}`, `EAST,P1,002,2024-06-30,${second}`);

const balances = async () => {
  await importing.derived();
  const rows = await importing.engines.rows<{ balance: number }>(
    `SELECT total_assets_owned_cents AS balance FROM member_snapshot FINAL
WHERE plan_id = 'EAST.P1' AND month = '2024-06-01' ORDER BY balance`,
  );
  return rows.map((row) => row.balance);
};

const view = async (name: string, _id: string) => {
  await importing.derived();
  return importing.engines.mongo
    .db('views')
    .collection<{ _id: string; onePayroll?: boolean | null }>(name)
    .findOne({ _id });
};

describe('a plan-month', () => {
  it('is replaced completely, and restored when its replacement is withdrawn', async () => {
    await importing.import(june(10, 20));
    expect(await balances()).toEqual([1000, 2000]);
    const second = await importing.import(csv(header, 'EAST,P1,001,2024-06-30,30'));
    expect(await balances()).toEqual([3000]);
    const withdraw = { table: 'memberSnapshots', planId: 'EAST.P1', month: '2024-06' };
    const path = `/api/csv/imports/${second.importId}/withdraw`;
    expect((await importing.staff.post(path, withdraw)).status).toBe(403);
    expect((await importing.admin.post(path, withdraw)).status).toBe(200);
    expect(await balances()).toEqual([1000, 2000]);
    expect((await importing.admin.post(path, withdraw)).status).toBe(404);
  });

  it('imported as A, B and A again shows A', async () => {
    expect(await importing.import(june(10, 20))).toMatchObject({ written: 0 });
    expect(await importing.import(june(11, 21))).toMatchObject({ written: 2 });
    expect(await importing.import(june(10, 20))).toMatchObject({ written: 2 });
    expect(await balances()).toEqual([1000, 2000]);
  });

  it('is complete for any order of lines in the file', async () => {
    const lines = ['001', '002'].flatMap((member) =>
      ['31/01/2024', '29/02/2024', '31/03/2024'].map((asAt, i) => `EAST,P1,${member},${asAt},${i + 1}`),
    );
    expect(await importing.import(csv(header, ...lines))).toMatchObject({ state: 'completed', written: 6 });
    expect(await importing.import(csv(header, ...lines.toReversed()))).toMatchObject({ written: 0, skipped: 6 });
    await importing.derived();
    const months = await importing.engines.rows<{ month: string; members: number; sum: number }>(
      `SELECT toString(month) AS month, count() AS members, sum(total_assets_owned_cents) AS sum FROM member_snapshot FINAL
WHERE plan_id = 'EAST.P1' AND month < '2024-04-01' GROUP BY month ORDER BY month`,
    );
    expect(months).toEqual([
      { month: '2024-01-01', members: 2, sum: 200 },
      { month: '2024-02-01', members: 2, sum: 400 },
      { month: '2024-03-01', members: 2, sum: 600 },
    ]);
  });
});

describe('whether a plan’s employers share one payroll', () => {
  const plans = (value: string | null) =>
    value === null
      ? csv('planId,platformId,name,startDate', 'P2,EAST,Second Plan,2018-03-01')
      : csv('planId,platformId,name,startDate,onePayroll', `P2,EAST,Second Plan,2018-03-01,${value}`);
  const said = async () => (await view('plans', 'EAST.P2'))?.onePayroll;
  const refused = [{ line: 2, column: 'onePayroll', message: payrollIsForAdmins }];

  it('is said by an Admin’s file alone; others may leave it out or repeat it', async () => {
    expect(await said()).toBeNull();
    const byStaff = await importing.upload(plans('No'));
    expect([byStaff.status, byStaff.body.errors]).toEqual([400, refused]);
    expect(await importing.import(plans('No'), '', importing.admin)).toMatchObject({ written: 1 });
    expect(await said()).toBe(false);
    for (const repeated of [plans(null), plans('No')])
      expect(await importing.import(repeated)).toMatchObject({ state: 'completed', written: 0 });
    for (const other of ['Yes', '']) {
      const changed = await importing.upload(plans(other));
      expect([changed.status, changed.body.errors]).toEqual([400, refused]);
    }
    expect(await said()).toBe(false);
  });

  it('is cleared by an Admin’s blank cell, and then follows from the number of employers', async () => {
    expect(await importing.import(plans(''), '', importing.admin)).toMatchObject({ written: 1 });
    expect(await said()).toBeNull();
  });
});

describe('members of a month', () => {
  const months = monthsFrom('2024-01', '2024-06');
  const planId = 'EAST.P3';
  interface Dated {
    number: string;
    joined: string | null;
    left: string | null;
  }

  const random = seededRandom(27);
  const oneOf = <Of>(from: readonly Of[]): Of => from[Math.floor(random() * from.length)]!;
  const ends = months.flatMap((month) => [-1, 0, 1].map((days) => addDays(monthEnd(month), days)));
  const someDay = () => (random() < 0.4 ? oneOf(ends) : addDays('2023-12-20', Math.floor(random() * 190)));
  const someDates = (): Pick<Dated, 'joined' | 'left'> => {
    const joined = random() < 0.2 ? null : random() < 0.4 ? someDay() : '2020-01-01';
    const left = random() < 0.5 ? null : someDay();
    return joined !== null && left !== null && left < joined ? { joined, left: null } : { joined, left };
  };
  const stays = { joined: '2020-01-01', left: null };
  const people: Dated[] = Array.from({ length: 60 }, (_, i) => ({
    number: `D${i}`,
    ...(i < 3 ? stays : someDates()),
  }));
  const memberFile = () =>
    csv(
      'platformId,memberId,planId,companyId,gender,joinDate,exitDate',
      ...people.map(({ number, joined, left }) => `EAST,${number},P3,C3,Female,${joined ?? ''},${left ?? ''}`),
    );
  const datesOf = ({ joined, left }: Dated) => ({ joinDate: joined, exitDate: left });
  const expected = (month: string) => people.filter((each) => countsIn(datesOf(each), month)).length;

  const [members, joiners, leavers] = ['countMembers', 'newMembers', 'exitedMembers'].map((n) => `MemberSnapshot.${n}`);
  /** Members, joiners and leavers by month, for an audience. */
  async function byMonth(audience: 'staff' | 'employer', more: object = {}) {
    const time = { dimension: 'MemberSnapshot.month', granularity: 'month', dateRange: ['2024-01-01', '2024-06-30'] };
    const filters = [{ member: 'MemberSnapshot.planId', operator: 'equals', values: [planId] }];
    const query = { measures: [members, joiners, leavers], timeDimensions: [time], filters, ...more };
    const { body } = await importing.staff.post('/cubejs-api/v1/load', { query }, { 'X-Audience': audience });
    const rows = (body as { data: Record<string, unknown>[] }).data;
    return rows.map((row) => [members, joiners, leavers].map((name) => Number(row[name!])) as [number, number, number]);
  }

  function addUp(rows: readonly (readonly [number, number, number])[]): void {
    expect(rows).toHaveLength(months.length);
    for (const [i, [closing, joined, left]] of rows.entries())
      if (i > 0) expect(closing, months[i]).toBe(rows[i - 1]![0] + joined - left);
  }

  it('are those of the month before, with its joiners and without its leavers, in every month', async () => {
    await importing.import(csv('planId,platformId,name,startDate', 'P3,EAST,Third Plan,2015-07-01'));
    await importing.import(csv('platformId,companyId,planId,name', 'EAST,C3,P3,Third Co'));
    // The members are known without dates first, so that the dates come after the snapshots.
    const undated = people.map(({ number }) => `EAST,${number},P3,C3`);
    await importing.import(csv('platformId,memberId,planId,companyId', ...undated));
    // As funds send them: some leave leavers out, some do not.
    const isSent = (each: Dated, month: string) =>
      countsIn(datesOf(each), month) || each.left === null || each.number.endsWith('1') || each.number.endsWith('3');
    const rows = months.flatMap((month) =>
      people.filter((each) => isSent(each, month)).map(({ number }) => `EAST,P3,${number},${monthEnd(month)},1000`),
    );
    expect(await importing.import(csv(header, ...rows))).toMatchObject({ uncountedRows: 0, written: rows.length });
    await importing.import(memberFile());
    await importing.derived();
    const live = await byMonth('staff');
    expect(live.map(([n]) => n)).toEqual(months.map(expected));
    addUp(live);
    expect(live.reduce((sum, [, joined, left]) => sum + joined + left, 0)).toBeGreaterThan(20);
    expect((await importing.admin.post(`/api/plans/${planId}/publish`, {})).status).toBe(200);
    await importing.derived();
    const published = await byMonth('employer');
    expect(published.map(([n]) => n)).toEqual(months.map(expected));
    addUp(published);
    expect(published).toEqual(live);
  });

  it('are not changed for employers by another day of leaving, until the plan is published', async () => {
    const before = await byMonth('employer');
    people[0] = { number: 'D0', joined: '2020-01-01', left: '2024-03-15' };
    people[1] = { number: 'D1', joined: '2020-01-01', left: '2024-04-30' };
    people[2] = { number: 'D2', joined: '2024-02-29', left: null };
    await importing.import(memberFile());
    await importing.derived();
    // An api drops its cached answers when it hears of the change.
    const counts = async () => (await byMonth('staff')).map(([n]) => n);
    await expect.poll(counts, { timeout: 20_000 }).toEqual(months.map(expected));
    const live = await byMonth('staff');
    addUp(live);
    expect(await byMonth('employer')).toEqual(before);
    await importing.admin.post(`/api/plans/${planId}/publish`, {});
    await importing.derived();
    await expect.poll(() => byMonth('employer'), { timeout: 20_000 }).toEqual(live);
  });

  it('hold assets; those who do not count hold none', async () => {
    await importing.import(smallFund['assets']!);
    const held = (month: string) => people.slice(0, 20).map(({ number }) => `EAST,P3,${number},BAL,${month},10`);
    const file = csv('platformId,planId,memberId,assetCode,asAt,balance', ...held('2024-06-30'));
    const uncounted = people.slice(0, 20).filter((each) => !countsIn(datesOf(each), '2024-06'));
    const checked = await importing.upload(file, '?dryRun=true');
    expect(checked.body).toMatchObject({ rows: 20, uncountedRows: uncounted.length });
    expect(await importing.import(file)).toMatchObject({ written: 20, uncountedRows: uncounted.length });
    await importing.derived();
    const query = {
      measures: ['AssetOwned.members'],
      filters: [{ member: 'AssetOwned.planId', operator: 'equals', values: [planId] }],
      timeDimensions: [{ dimension: 'AssetOwned.month', dateRange: ['2024-06-01', '2024-06-30'] }],
    };
    const { body } = await importing.staff.post('/cubejs-api/v1/load', { query }, { 'X-Audience': 'staff' });
    expect(body).toMatchObject({ data: [{ 'AssetOwned.members': 20 - uncounted.length }] });
    expect(uncounted.length).toBeGreaterThan(0);
  });

  it('are named by an import where they do not count, and the rows are kept and exported', async () => {
    const lines = ['D0,29/02/2024', 'D0,31/03/2024', 'D2,31/01/2024', 'D1,30/04/2024'].map((row) => {
      const [number, asAt] = row.split(',');
      return `EAST,P3,${number},${asAt},2000`;
    });
    const answer = { rows: 4, uncountedRows: 2, uncounted: { left: [3], notJoined: [4] } };
    const file = csv(header, ...lines);
    expect(await importing.upload(file, '?dryRun=true')).toMatchObject({ status: 200, body: answer });
    expect(await importing.import(file)).toMatchObject({ ...answer, state: 'completed', written: 4 });
    const exported = await importing.export('memberSnapshots', `?planId=${planId}`);
    expect(exported.split('\r\n').filter((line) => line.includes('2000.00'))).toHaveLength(4);
    expect(await importing.import(exported, '?platformId=EAST&table=memberSnapshots')).toMatchObject({ written: 0 });
    const { body } = await importing.staff.request('/api/csv/history?table=memberSnapshots');
    expect((body as { imports: object[] }).imports[1]).toMatchObject({ uncountedRows: 2 });
  });
});

describe('a row that differs from the recorded one', () => {
  const contacts = () => importing.export('contactRequests', '?platformId=EAST');
  const events = () => importing.export('memberEvents', '?platformId=EAST');
  const linesOf = (file: string) => file.trimEnd().split('\r\n').slice(1);

  it('replaces a request for contact', async () => {
    const file = (status: string) => csv('memberId,at,reason,status', `003,2024-06-03,insurance,${status}`);
    await importing.import(file('Open'), '?platformId=EAST');
    expect(await importing.import(file('Closed'), '?platformId=EAST')).toMatchObject({ written: 1 });
    await importing.derived();
    expect(linesOf(await contacts())).toEqual(['003,2024-06-02T14:00:00.000Z,insurance,Closed']);
    expect(await importing.import(await contacts(), '?platformId=EAST&table=contactRequests')).toMatchObject({
      written: 0,
    });
  });

  it('replaces an activity', async () => {
    const header = 'memberId,eventType,effectiveDate,amount,notes';
    const file = (amount: number) => csv(header, `003,ConsolidationImplemented,2024-06-06,${amount},corrected`);
    await importing.import(file(1), '?platformId=EAST');
    expect(await importing.import(file(2), '?platformId=EAST')).toMatchObject({ written: 1 });
    await importing.derived();
    expect(linesOf(await events())).toEqual(['003,ConsolidationImplemented,2024-06-06,,,,2.00,,corrected']);
  });
});

describe('a column that a file leaves out', () => {
  it('keeps the value; a blank cell clears it', async () => {
    const memberId = importing.engines.identity.memberIdOf('EAST', '001');
    const of = 'EAST,001,P1,C1';
    const bare = await importing.import(csv('platformId,memberId,planId,companyId', of));
    expect(bare).toMatchObject({ written: 0, skipped: 1 });
    await importing.import(csv('platformId,memberId,planId,companyId,emailAddress', `${of},`));
    expect(await view('members', memberId)).toMatchObject({
      birthMonth: '1980-02',
      gender: 'Female',
      categoryId: 'A',
      taxFileNumberProvided: true,
      emailAddress: null,
      emailAddressProvided: false,
    });
  });
});

describe('a correction', () => {
  it('closes and reopens a plan', async () => {
    const closed = await importing.admin.post('/api/plans/EAST.P2/close', { on: '2024-07-01' });
    expect(closed).toMatchObject({ status: 200, body: { stream: 'plan-EAST.P2' } });
    expect(await view('plans', 'EAST.P2')).toMatchObject({ closedOn: '2024-07-01' });
    expect((await importing.admin.post('/api/plans/EAST.P2/reopen', {})).status).toBe(200);
    expect(await view('plans', 'EAST.P2')).toMatchObject({ closedOn: null });
    expect((await importing.admin.post('/api/plans/EAST.P2/close', { on: '2001-01-01' })).status).toBe(400);
    expect((await importing.admin.post('/api/plans/EAST.P9/reopen', {})).status).toBe(404);
  });

  it('accepts days of the same years as files', async () => {
    for (const on of ['1899-12-31', '2149-01-01', '0065-03-04', '9999-12-31'])
      expect(await importing.admin.post('/api/plans/EAST.P2/close', { on })).toMatchObject({
        status: 400,
        body: { message: expect.stringMatching(/The year must be between 1900 and 2148/) as string },
      });
  });

  it('moves a member, who may then have snapshots in both plans', async () => {
    const memberId = importing.engines.identity.memberIdOf('EAST', '002');
    const move = (to: object) => importing.admin.post(`/api/members/${memberId}/move`, { on: '2024-07-01', ...to });
    expect((await move({ planId: 'EAST.P2', companyId: 'EAST.C1' })).status).toBe(400);
    expect((await move({ planId: 'EAST.P2', companyId: 'EAST.C2', categoryId: 'B' })).status).toBe(200);
    expect(await view('members', memberId)).toMatchObject({ planId: 'EAST.P2', planIds: ['EAST.P1', 'EAST.P2'] });
    const both = csv(header, 'EAST,P1,002,2023-05-31,1', 'EAST,P2,002,2024-07-31,2');
    expect(await importing.import(both)).toMatchObject({ state: 'completed', written: 2 });
  });

  it('deactivates an employer, and cancels a campaign until it is imported again', async () => {
    await importing.admin.post('/api/companies/EAST.C1/deactivate', { on: '2024-07-01' });
    expect(await view('companies', 'EAST.C1')).toMatchObject({ active: false });
    await importing.admin.post('/api/campaigns/EAST.K1/cancel', {});
    expect(await view('campaigns', 'EAST.K1')).toMatchObject({ cancelled: true });
    const engagement = await importing.upload(smallFund['campaignEmailEvents']!);
    expect(engagement.body.errors![0]).toMatchObject({ line: 2, column: 'campaignId' });
    await importing.import(smallFund['campaigns']!);
    expect(await view('campaigns', 'EAST.K1')).toMatchObject({ cancelled: false });
  });
});
