import type { MemberMonthRow } from '@superscope/contracts/read-models/member-snapshots';
import type { LoadResult } from '@superscope/contracts/analytics/answer';
import { salaryGroups } from '@superscope/domain/scoring/member-groups';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Asking, is, told, type provider as anyProvider } from './asking.js';
import { age, balance, count, engaged, gender, month, nomination, share, state } from './asked-members.js';
import { startEngine, type Engine } from './query-service.js';
import { closeMonths } from './sample-editions.js';
import { membersOf } from './sample-members.js';

const salary = 'MemberSnapshot.averageSalary';
const averageAge = 'MemberSnapshot.averageAge';
const employer = 'MemberSnapshot.employerContributions';
const joiners = 'MemberSnapshot.newMembers';
const index = 'MemberSnapshot.benchmarkIndex';
const contributors = 'MemberSnapshot.employerContributionsCount';
const salaryGroup = 'Member.salaryGroup';
const company = 'Member.companyId';
const exactOfOne = [salary, averageAge, employer];

const groups = salaryGroups.slice(0, -1);
/** Two employers, of 100 and 200 people. */
const own = (i: number): Partial<MemberMonthRow> => ({
  company_id: i % 3 === 0 ? 'c1' : 'c2',
  gender: i % 2 === 0 ? 'Female' : 'Male',
  age: 25 + (i % 40),
  age_group: i % 5 === 0 ? '31 - 44' : '45 - 54',
  address_state: i % 10 === 0 ? 'TAS' : 'NSW',
  salary_cents: 60_000_00 + ((i * 7907) % 90_000) * 100,
  salary_group: groups[2 + (i % 2)]!,
  employer_contributions_cents: i % 25 === 0 ? 0 : 500_00 + (i % 60) * 10_00,
  last_sign_in_on: i % 2 === 0 ? '2026-03-03' : '2020-01-01',
  joined: i % 20 === 0 ? 1 : 0,
});

/** Everybody who may ask of these plans. */
const rep: typeof anyProvider = {
  role: 'ProviderRep',
  scope: { kind: 'plans', planIds: new Set(['several', 'one', 'three']) },
};

let engine: Engine;
let asking: Asking;
beforeAll(async () => {
  engine = await startEngine();
  asking = new Asking(engine);
  const recordedBy = '2026-06-08 00:00:00.000';
  for (const at of ['2025-12', '2026-01', '2026-02', '2026-03']) {
    await closeMonths(engine.client, membersOf('several', at, 1, 300, own), 1, recordedBy, false);
    await closeMonths(engine.client, membersOf('three', at, 2001, 300, own), 1, recordedBy, false);
    await closeMonths(engine.client, membersOf('one', at, 1001, 300, own), 1, recordedBy, true);
  }
});
afterAll(() => engine?.stop());

const ask = (query: object, plans: string | string[] = 'several'): Promise<LoadResult> => asking.ask(query, plans, rep);
const valueOf = (answer: LoadResult, measure: string) => answer.data[0]![measure] as number;
const refusal = async (query: object, plans?: string | string[]) => {
  const error = await ask(query, plans).then(
    () => null,
    (reason: unknown) => reason as { status: number; message: string },
  );
  return [error?.status, error?.message];
};

describe('of a plan whose employers do not share one payroll', () => {
  it('salaries, ages and employer contributions are not exact, and say their margin', async () => {
    const query = { measures: exactOfOne };
    const [published, exact] = [await ask(query), (await asking.exact(query, 'several'))[0]!];
    const ofOne = await ask(query, 'one');
    for (const measure of exactOfOne) {
      const off = Math.abs(valueOf(published, measure) - Number(exact[measure]));
      const margin = (published.margins as Record<string, number[]>)[measure]![0]!;
      expect(off, measure).toBeGreaterThan(Number(exact[measure]) * 1e-5);
      expect(margin, measure).toBeGreaterThan(0);
      expect((ofOne.margins as Record<string, unknown> | undefined)?.[measure], measure).toBeUndefined();
    }
    expect(valueOf(published, averageAge)).toBe(Math.round(valueOf(published, averageAge) * 10) / 10);
  });

  it('the same in small groups is not published', async () => {
    for (const measure of exactOfOne) {
      const byState = await ask({ measures: [measure], dimensions: [state], order: { [state]: 'asc' } });
      // TAS has 30 members, NSW 270.
      expect(told(byState, measure).map((each) => typeof each === 'number')).toEqual([true, false]);
      expect(told(byState, measure)[1]).toBe('np');
    }
  });

  it('nothing of it is published of the engaged, with noise or without', async () => {
    for (const measure of [...exactOfOne, contributors, joiners, index])
      expect(told(await ask({ measures: [measure], filters: [is(engaged, '1')] }), measure), measure).toEqual(['np']);
  });

  it('the average benchmark, which follows from ages, has noise too', async () => {
    const [several, ofOne] = [await ask({ measures: [index] }), await ask({ measures: [index] }, 'one')];
    expect(valueOf(several, index)).not.toBeNull();
    expect(told(await ask({ measures: [index], filters: [is(state, 'TAS')] }), index)).toEqual(['np']);
    expect(told(await ask({ measures: [index], filters: [is(state, 'TAS')] }, 'one'), index)).not.toEqual(['np']);
    expect(valueOf(ofOne, index)).toBeGreaterThan(0);
  });

  it('those who joined are exact of the whole plan, and counted like groups within it', async () => {
    expect(valueOf(await ask({ measures: [joiners] }), joiners)).toBe(15);
    expect(told(await ask({ measures: [joiners], filters: [is(company, 'c1')] }), joiners)).toEqual(['<11']);
    expect(told(await ask({ measures: [joiners], filters: [is(company, 'c1')] }, 'one'), joiners)).toEqual([5]);
    // Nobody of an odd number joined.
    expect(told(await ask({ measures: [joiners], filters: [is(gender, 'Male')] }), joiners)).toEqual([0]);
    // The set of all who joined is the same set, however it is asked for.
    const women = await ask({ measures: [joiners], filters: [is(gender, 'Female')] });
    const [female] = told(women, joiners) as number[];
    expect(Math.abs(female! - 15)).toBeLessThanOrEqual(4);
  });

  it('salary groups are published like nominations: every group, month by month, as counts and shares', async () => {
    const answer = await ask({
      measures: [count, share],
      dimensions: [salaryGroup],
      timeDimensions: [{ dimension: month, granularity: 'month', dateRange: ['2026-01-01', '2026-02-28'] }],
      order: { [salaryGroup]: 'asc' },
    });
    expect(new Set(answer.data.map((row) => row[salaryGroup]))).toEqual(new Set([...groups, 'Unknown']));
    expect(new Set(answer.data.map((row) => row[`${month}.month`]))).toHaveLength(2);
    expect((answer.margins as Record<string, unknown[]>)[count]!.some((margin) => margin !== null)).toBe(true);
    const exact = new Set(told(answer, count).filter((each) => typeof each === 'number'));
    expect([...exact].every((each) => each === 150)).toBe(false);
    expect(answer.quarterEnds).toBeUndefined();
    const within = await ask({ measures: [count], dimensions: [salaryGroup], filters: [is(gender, 'Female')] });
    expect(within.quarterEnds).toBe(true);
    expect(told(within, count).filter((each) => each === '<11')).toHaveLength(6);
  });

  it('nothing else is published by salary, and the refusal says why', async () => {
    const [status, message] = await refusal({ measures: [balance], filters: [is(salaryGroup, '$65k')] });
    expect(status).toBe(403);
    expect(message).toMatch(/^Salaries of several employers: /);
    expect(await refusal({ measures: [salary], dimensions: [salaryGroup] })).toEqual([status, expect.any(String)]);
    const twice = { measures: [count], dimensions: [salaryGroup, nomination] };
    expect((await refusal(twice))[0]).toBe(403);
    // A plan of one payroll answers what it always did.
    expect(told(await ask({ measures: [balance], filters: [is(salaryGroup, '$65k')] }, 'one'), balance)).toEqual([
      expect.any(Number),
    ]);
    expect((await ask({ measures: [count], dimensions: [salaryGroup, age] }, 'one')).data.length).toBeGreaterThan(1);
  });

  it('movement by salary is refused with the reason', async () => {
    const movement = {
      measures: ['Movement.members'],
      dimensions: ['Movement.from', 'Movement.to'],
      timeDimensions: [{ dimension: 'Movement.month', dateRange: ['2025-12-31', '2026-03-31'] }],
    };
    const ofSalary = { ...movement, filters: [is('Movement.salaryGroup', '$65k')] };
    expect((await refusal(ofSalary))[0]).toBe(403);
    expect((await refusal(ofSalary))[1]).toMatch(/^Salaries of several employers: /);
    expect((await refusal(ofSalary, 'one'))[1]).toMatch(/^Movement between scores is published for the whole plan/);
    expect((await ask(movement)).data.length).toBeGreaterThan(25);
  });

  it('who contributes for whom is a fact with noise', async () => {
    const february = { timeDimensions: [{ dimension: month, dateRange: ['2026-02-01', '2026-02-28'] }] };
    const [several, ofOne] = [
      await ask({ measures: [contributors], ...february }),
      await ask({ measures: [contributors], ...february }, 'one'),
    ];
    expect(valueOf(ofOne, contributors)).toBe(288);
    expect((several.margins as Record<string, unknown[]>)[contributors]).toBeDefined();
  });
});

describe('of plans of both kinds together', () => {
  it('a salary group is the sum of those that are published, and the others are named', async () => {
    const both = await ask({ measures: [count], filters: [is(salaryGroup, '$65k')] }, ['one', 'several']);
    const ofOne = await ask({ measures: [count], filters: [is(salaryGroup, '$65k')] }, 'one');
    expect(valueOf(both, count)).toBe(valueOf(ofOne, count));
    expect(both.leftOut).toEqual([{ row: 0, parts: ['several'] }]);
    const groupsOfBoth = await ask({ measures: [count], dimensions: [salaryGroup] }, ['one', 'several']);
    expect(groupsOfBoth.data.map((row) => row[salaryGroup]).toSorted()).toEqual(['$100k', '$65k']);
  });

  it('and plans of several payrolls alone are asked like one of them', async () => {
    const answer = await ask({ measures: [count], dimensions: [salaryGroup] }, ['several', 'three']);
    expect(answer.data).toHaveLength(groups.length + 1);
  });

  it('averages are weighted, rounded as each of them is', async () => {
    const together = valueOf(await ask({ measures: [averageAge] }, ['one', 'several']), averageAge);
    expect(String(together)).toMatch(/^\d\d(\.\d)?$/);
    expect(String(valueOf(await ask({ measures: [salary] }, ['one', 'several']), salary))).toMatch(/^\d+$/);
  });
});
