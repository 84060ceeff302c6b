import { AnalyticsService, type Asker } from '@superscope/api/analytics/load/analytics-service';
import { PlanVersions } from '@superscope/api/platform/plan-versions';
import type { AnalyticsRow, LoadResult } from '@superscope/contracts/analytics/answer';
import type { MemberMonthRow } from '@superscope/contracts/member-month';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEngine, type Engine } from './query-service.js';
import { insertRows, memberMonth } from './sample-members.js';

const count = 'MemberSnapshot.countMembers';
const rep: Asker = { role: 'CompanyRep', scope: { kind: 'plans', planIds: new Set(['small']) } };

/** Numbers that look random and are the same each time. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

/** A plan small enough that most tables have cells to hide. */
function smallPlan(seed: number, members: number): MemberMonthRow[] {
  const roll = dice(seed);
  const pick = <T>(...values: T[]): T => values[Math.min(roll(values.length), roll(values.length))]!;
  return Array.from({ length: members }, (_, i) =>
    memberMonth('small', '2026-05', i, {
      gender: pick('Female', 'Male', 'Unknown'),
      age_group: pick('31 - 44', '45 - 54', '30 and below', '55 - 64', '65+'),
      address_state: pick('NSW', 'VIC', 'QLD', 'TAS'),
      salary_group: pick('$65k', '$100k', '$30k', 'Unknown'),
      last_sign_in_on: pick('2026-03-01', '2020-01-01'),
      no_life_insurance: pick<0 | 1 | 2>(0, 1, 2),
      beneficiary_nomination_type: pick('2|Non-binding', '4|None', '1|Binding', '3|Expired binding'),
      salary_cents: roll(8) === 0 ? null : 80_000_00,
    }),
  );
}

const isSmall = (n: number) => n >= 1 && n <= 10;

describe('what an employer learns of a small plan', () => {
  let engine: Engine;
  let analytics: AnalyticsService;
  const versions = new PlanVersions();
  let members: MemberMonthRow[] = [];

  const ask = async (query: object): Promise<LoadResult> => (await analytics.load(query, rep, 'employer')).results[0]!;
  const plan = async (rows: MemberMonthRow[]) => {
    await engine.client.command({ query: 'TRUNCATE TABLE member_snapshot' });
    await insertRows(engine.client, 'member_snapshot', rows);
    versions.bump('small');
    members = rows;
  };

  const columnOf: Record<string, keyof MemberMonthRow> = {
    'Member.gender': 'gender',
    'Member.ageGroup': 'age_group',
    'Member.addressState': 'address_state',
    'Member.salaryGroup': 'salary_group',
    'Member.beneficiaryNominationType': 'beneficiary_nomination_type',
    'Member.noLifeInsurance': 'no_life_insurance',
    'Member.engaged': 'last_sign_in_on',
  };
  const stored = (dimension: string, value: unknown): unknown => {
    if (dimension === 'Member.noLifeInsurance') return value === '1|Yes' ? 1 : value === '2|No' ? 0 : 2;
    if (dimension === 'Member.engaged') return value === '1|Yes' ? '2026-03-01' : '2020-01-01';
    return value;
  };
  /** Members that stand in a row of an answer. */
  const inRow = (row: AnalyticsRow, dimensions: readonly string[]) =>
    members.filter((member) =>
      dimensions.every((dimension) => member[columnOf[dimension]!] === stored(dimension, row[dimension])),
    );

  beforeAll(async () => {
    engine = await startEngine();
    analytics = new AnalyticsService(engine.queries, versions);
  });
  afterAll(() => engine?.stop());

  const groupings = Object.keys(columnOf);

  it('is the truth or nothing, and never a group of one to ten', async () => {
    for (const seed of [1, 2, 3]) {
      await plan(smallPlan(seed, 60 + 40 * seed));
      for (const first of groupings)
        for (const second of [undefined, ...groupings.slice(0, 4).filter((each) => each !== first)]) {
          const dimensions = second === undefined ? [first] : [first, second];
          const { data, suppressed = [] } = await ask({
            measures: [count, 'MemberSnapshot.averageSalary'],
            dimensions,
          });
          for (const [at, row] of data.entries()) {
            const group = inRow(row, dimensions);
            if (row[count] === null) expect(suppressed.some((each) => each.row === at)).toBe(true);
            else expect([row[count], isSmall(group.length)]).toEqual([group.length, false]);
            const paid = group.filter((member) => member.salary_cents !== null).length;
            if (isSmall(paid)) expect(row['MemberSnapshot.averageSalary']).toBeNull();
          }
        }
    }
  });

  it('does not grow by subtracting a filtered answer from the whole one', async () => {
    await plan(smallPlan(7, 150));
    for (const dimension of groupings.slice(0, 4))
      for (const filtered of [...groupings.slice(0, 4), 'Member.engaged'].filter((each) => each !== dimension)) {
        const all = await ask({ measures: [count], dimensions: [dimension] });
        const values =
          filtered === 'Member.engaged' ? ['1|Yes'] : [...new Set(members.map((m) => String(m[columnOf[filtered]!])))];
        for (const value of values) {
          const filters = [{ member: filtered, operator: 'equals', values: [value] }];
          const some = await ask({ measures: [count], dimensions: [dimension], filters });
          for (const row of some.data) {
            const whole = all.data.find((each) => each[dimension] === row[dimension])![count]!;
            if (row[count] === null || whole === null) continue;
            expect(isSmall(Number(whole) - Number(row[count]))).toBe(false);
          }
        }
      }
  });

  it('does not grow by adding one value to a filter', async () => {
    await plan(smallPlan(11, 150));
    const answer = async (values: string[]) =>
      (await ask({ measures: [count], filters: [{ member: 'Member.addressState', operator: 'in', values }] })).data[0]![
        count
      ];
    const states = ['NSW', 'VIC', 'QLD', 'TAS'];
    for (const added of states)
      for (const kept of states.filter((state) => state !== added)) {
        const [one, two] = [await answer([kept]), await answer([kept, added])];
        if (one === null || two === null) continue;
        expect(isSmall(Number(two) - Number(one))).toBe(false);
      }
  });

  it('is the same of a flag whether it groups or filters', async () => {
    for (const seed of [3, 5, 9]) {
      await plan(smallPlan(seed, 45));
      for (const dimension of ['Member.noLifeInsurance', 'Member.beneficiaryNominationType']) {
        const grouped = await ask({ measures: [count], dimensions: [dimension] });
        for (const row of grouped.data.filter((each) => each[dimension] !== null)) {
          const values = [String(row[dimension])];
          const { data } = await ask({
            measures: [count],
            filters: [{ member: dimension, operator: 'equals', values }],
          });
          expect(data).toEqual([{ [count]: row[count] }]);
        }
      }
    }
  });

  it('is nothing of a plan of one to ten members, and everything of one without small groups', async () => {
    await plan(smallPlan(1, 9));
    expect(await ask({ measures: [count, 'MemberSnapshot.averageAge', 'SuperScore.averageSuperScore'] })).toMatchObject(
      {
        data: [{ [count]: null, 'MemberSnapshot.averageAge': null, 'SuperScore.averageSuperScore': null }],
        suppressed: [{ row: 0, reason: 'small' }],
      },
    );
    await plan(
      Array.from({ length: 80 }, (_, i) =>
        memberMonth('small', '2026-05', i, {
          gender: i < 40 ? 'Female' : 'Male',
          age_group: i % 2 ? '65+' : '31 - 44',
        }),
      ),
    );
    const answer = await ask({ measures: [count], dimensions: ['Member.gender', 'Member.ageGroup'] });
    expect(answer.data.map((row) => row[count])).toEqual([20, 20, 20, 20]);
    expect(answer).not.toHaveProperty('suppressed');
  });

  it.each([
    ['were there all year', '2026-12'],
    ['left in the middle of it', '2026-06'],
  ])('is nothing of a value of few members, who %s, by what they did over many months', async (_, lastMonth) => {
    const months = Array.from({ length: 12 }, (_, i) => `2026-${String(i + 1).padStart(2, '0')}`);
    const state = (n: number) => (n < 40 ? 'NSW' : n < 80 ? 'VIC' : 'TAS');
    await plan(
      months.flatMap((month) =>
        Array.from({ length: month <= lastMonth ? 85 : 80 }, (_, n) =>
          memberMonth('small', month, n, {
            address_state: state(n),
            salary_sacrifice_cents: n % 2 === 0 ? 100_00 : null,
          }),
        ),
      ),
    );
    const contributors = 'MemberSnapshot.salarySacrificeContributionsCount';
    const dollars = 'MemberSnapshot.salarySacrificeContributions';
    const year = [{ dimension: 'MemberSnapshot.month', dateRange: ['2026-01-01', '2026-12-31'] }];
    const of = (values: string[]) => ({ member: 'Member.addressState', operator: 'equals', values });
    const figures = async (measures: string[], ...filters: object[]) =>
      (await ask({ measures, timeDimensions: year, filters })).data[0] as AnalyticsRow | undefined;
    const together = [contributors, dollars];
    expect(await figures(together, of(['NSW', 'VIC']))).toBeDefined();
    const either = { or: [of(['NSW']), of(['TAS'])] };
    const unselected = { member: count, operator: 'gte', values: ['0'] };
    for (const measures of [[contributors], [dollars], together, [...together, count]])
      for (const filters of [[of(['NSW', 'TAS'])], [either], [of(['NSW', 'TAS']), unselected]]) {
        const row = await figures(measures, ...filters);
        for (const measure of measures) expect(row?.[measure] ?? null, `${measure} of ${measures.join()}`).toBeNull();
      }
  });
});
