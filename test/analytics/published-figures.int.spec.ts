import { cubes } from '@superscope/api/analytics/model/catalogue';
import type { Asker } from '@superscope/api/analytics/load/analytics-service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Asking, is, provider, staff, told } from './asking.js';
import { age, balance, count, engaged, gender, month, noCover, nomination, state } from './asked-members.js';
import { startEngine, type Engine } from './query-service.js';
import { closeSampleMonths, wholeMeasures } from './sample-employer-plans.js';

const atMarch = is('MemberSnapshot.atYearMonth', '202603');
let engine: Engine;
let asking: Asking;
beforeAll(async () => {
  engine = await startEngine();
  asking = new Asking(engine);
  await closeSampleMonths(engine.client);
});
afterAll(() => engine?.stop());

describe('the same set of members', () => {
  const ofRow = async (dimension: string, value: string | null, query: object = {}) => {
    const rows = await asking.rows({ measures: [count], dimensions: [dimension], ...query });
    return rows.find((row) => row[dimension] === value)![count];
  };
  const filtered = async (...filters: object[]) => (await asking.rows({ measures: [count], filters }))[0]![count];

  it.each([
    [gender, ['Female', 'Male']],
    [age, ['31 - 44', '45 - 54']],
    [state, ['NSW', 'VIC', 'TAS']],
    ['Member.companyId', ['c1']],
    [engaged, ['1|Yes']],
  ])('has the same count by a filter on %s as in a breakdown by it', async (dimension, values) => {
    for (const value of values) expect(await filtered(is(dimension, value))).toBe(await ofRow(dimension, value));
  });

  it.each([
    [nomination, ['1|Binding', '2|Non-binding', '3|Expired binding', '4|None', 'Unknown']],
    [noCover, ['1|Yes', '2|No']],
    ['Member.lifeInsuranceIndicatorResult', ['None', 'On target', 'Under insured', 'Over insured']],
    ['SuperScore.scoreBand', ['1-2', '2-3', '3-4']],
    ['Member.loggedInMember', ['1|Yes', '2|No']],
  ])(
    'has the same count by a filter on %s as in a breakdown by it, and as in a breakdown by gender',
    async (dimension, values) => {
      // A filter is counted at quarter ends and a breakdown for each month. March is both.
      const period = { filters: [atMarch] };
      const women = { dimensions: [gender, dimension], measures: [count] };
      const byGender = (await asking.rows(women)).filter((row) => row[gender] === 'Female');
      for (const value of values) {
        if (dimension !== 'Member.loggedInMember')
          expect(await filtered(is(dimension, value)), value).toBe(await ofRow(dimension, value, period));
        expect(await filtered(is(dimension, value), is(gender, 'Female')), value).toBe(
          byGender.find((row) => row[dimension] === value)![count],
        );
      }
    },
  );

  it('has the same count by a measure as by the flag or category that it counts', async () => {
    const filters = [atMarch];
    const [row] = await asking.rows({ measures: ['MemberSnapshot.deathCoverCount'], filters });
    expect(row!['MemberSnapshot.deathCoverCount']).toBe(await ofRow(noCover, '2|No', { filters }));
    expect(await ofRow('Member.lifeCoverWithinBenchmark', '1|Yes', { filters })).toBe(
      await ofRow('Member.lifeInsuranceIndicatorResult', 'On target', { filters }),
    );
    expect(await ofRow(noCover, '1|Yes', { filters })).toBe(
      await ofRow('Member.lifeInsuranceIndicatorResult', 'None', { filters }),
    );
  });

  it('has the same count among the engaged by every query', async () => {
    const both = await asking.rows({ measures: [count], dimensions: [engaged, nomination] });
    const one = await asking.rows({ measures: [count], dimensions: [nomination], filters: [is(engaged, '1')] });
    expect(one.map((row) => row[count]).some((n) => n !== null)).toBe(true);
    for (const row of one)
      expect(row[count]).toBe(
        both.find((each) => each[engaged] === '1|Yes' && each[nomination] === row[nomination])![count],
      );
  });

  it('has every figure of the whole plan when a filter excludes nobody', async () => {
    const query = { measures: wholeMeasures };
    const whole = await asking.ask({ ...query, filters: [atMarch] }, 'other');
    const all = await asking.ask({ ...query, filters: [is(state, 'NSW')] }, 'other');
    expect(whole.data[0]![count]).toBe(120);
    for (const measure of wholeMeasures)
      expect([measure, ...told(all, measure)]).toEqual([measure, ...told(whole, measure)]);
  });

  it('has the same figures for every caller, in any order', async () => {
    const rep: Asker = { role: 'CompanyRep', scope: { kind: 'plans', planIds: new Set(['acme']) } };
    const query = { measures: [count, balance], dimensions: [gender, age] };
    const figures = ({ data, suppressed }: { data: object; suppressed?: object }) => ({ data, suppressed });
    const first = figures(await asking.ask(query));
    for (const asker of [rep, provider, staff]) expect(figures(await asking.ask(query, 'acme', asker))).toEqual(first);
    expect(figures(await new Asking(engine).ask(query))).toEqual(first);
    const turned = await asking.rows({
      measures: [balance, count],
      dimensions: [age, gender],
      order: { [gender]: 'desc' },
    });
    const key = (row: object) => JSON.stringify(Object.entries(row).sort());
    expect(turned.map(key).sort()).toEqual((first.data as object[]).map(key).sort());
  });
});

describe('several values, several plans, several months', () => {
  it('are sums of published cells, with the names of the withheld ones', async () => {
    const byState = await asking.rows({ measures: [count, balance], dimensions: [state] });
    const of = (value: string) => byState.find((row) => row[state] === value)!;
    const answer = await asking.ask({ measures: [count, balance], filters: [is(state, 'NSW', 'VIC', 'TAS', 'QLD')] });
    const members = Number(of('NSW')[count]) + Number(of('VIC')[count]);
    const weighted = ['NSW', 'VIC'].reduce(
      (sum, value) => sum + Number(of(value)[count]) * Number(of(value)[balance]),
      0,
    );
    expect(answer.data[0]![count]).toBe(members);
    expect(answer.data[0]![balance]).toBeCloseTo(weighted / members, 2);
    expect(answer.leftOut).toEqual([{ row: 0, parts: ['TAS'] }]);
  });

  it('are withheld where no part is published', async () => {
    const answer = await asking.ask({ measures: [count, balance], filters: [is(state, 'TAS', 'ACT')] });
    expect([told(answer, count), told(answer, balance)]).toEqual([['<11'], ['<11']]);
    expect(answer).not.toHaveProperty('leftOut');
  });

  it('plans are added up, and those without published figures are named', async () => {
    const answer = await asking.ask({ measures: [count, balance] }, ['acme', 'other', 'tiny', 'new']);
    const [acme, other] = [
      (await asking.rows({ measures: [balance] }))[0]!,
      (await asking.rows({ measures: [balance] }, 'other'))[0]!,
    ];
    expect(answer.data[0]![count]).toBe(292 + 120);
    expect(answer.data[0]![balance]).toBeCloseTo((292 * Number(acme[balance]) + 120 * Number(other[balance])) / 412, 2);
    expect(answer.leftOut).toEqual([{ row: 0, parts: ['new', 'tiny'] }]);
    const byPlan = await asking.ask({ measures: [count], dimensions: ['Member.planId'] }, [
      'acme',
      'other',
      'tiny',
      'new',
    ]);
    expect(byPlan.data.map((row) => row['Member.planId'])).toEqual(['acme', 'other', 'new', 'tiny']);
    expect(told(byPlan, count)).toEqual([292, 120, 'np', '<11']);
  });

  it('flows are sums of published months, and joiners are exact', async () => {
    const measures = ['MemberSnapshot.fees', 'MemberSnapshot.totalContributions', 'MemberSnapshot.newMembers'];
    const by = (granularity?: string) =>
      asking.rows({
        measures,
        timeDimensions: [
          { dimension: month, dateRange: ['2026-01-01', '2026-05-31'], ...(granularity ? { granularity } : {}) },
        ],
      });
    const months = await by('month');
    const sum = (measure: string, rows: readonly Record<string, unknown>[]) =>
      rows.reduce((all, row) => all + Number(row[measure]), 0);
    for (const measure of measures) {
      expect((await by('quarter')).map((row) => row[measure])).toEqual([
        sum(measure, months.slice(0, 3)),
        sum(measure, months.slice(3)),
      ]);
      expect((await by())[0]![measure]).toBe(sum(measure, months));
    }
    expect(months.map((row) => row['MemberSnapshot.newMembers'])).toEqual(
      Array(5)
        .fill(5)
        .map((n, i) => (i === 0 ? 6 : n)),
    );
  });

  it('flows of a group are of the quarter’s last month', async () => {
    const measures = ['MemberSnapshot.fees', 'MemberSnapshot.newMembers'];
    const range = ['2026-01-01', '2026-03-31'];
    const ask = (granularity: string) =>
      asking.ask({
        measures,
        filters: [is(gender, 'Female')],
        timeDimensions: [{ dimension: month, dateRange: range, granularity }],
      });
    const quarter = await ask('quarter');
    const figures = ({ data }: { data: readonly Record<string, unknown>[] }) =>
      data.map((row) => measures.map((name) => row[name]));
    expect(quarter.quarterEnds).toBe(true);
    expect(figures(quarter)).toEqual(figures(await ask('month')));
    const newest = await asking.ask({ measures, filters: [is(gender, 'Female')] });
    expect(figures(newest)).toEqual(figures(quarter));
  });

  it.each(['salarySacrifice', 'personal', 'voluntary', 'employer'])(
    'different members who made %s contributions are counted by month only',
    async (kind) => {
      const measures = [`MemberSnapshot.${kind}ContributionsCount`];
      const timeDimensions = [{ dimension: month, dateRange: ['2026-01-01', '2026-05-31'] }];
      const byQuarter = [{ ...timeDimensions[0], granularity: 'quarter' }];
      for (const times of [timeDimensions, byQuarter])
        await expect(asking.ask({ measures, timeDimensions: times })).rejects.toMatchObject({
          status: 403,
          message: `'${measures[0]}' over several months is not published, as months share members; ask month by month`,
        });
      const months = await asking.rows({ measures, timeDimensions: [{ ...timeDimensions[0], granularity: 'month' }] });
      expect(months).toHaveLength(5);
      expect(Number(months[0]![measures[0]!])).toBeGreaterThan(11);
    },
  );
});

describe('every allowed query', () => {
  const columns = cubes.slice(0, 3).flatMap((cube) => cube.dimensions);
  const ofUse = (...uses: string[]) => columns.filter(({ use }) => uses.includes(use)).map(({ name }) => name);
  const answered = async (query: object) => {
    for (const planId of ['acme', 'small', 'tiny'])
      expect(Array.isArray((await asking.ask(query, planId)).data)).toBe(true);
  };

  it('is answered: every column, alone and with others', async () => {
    for (const name of ofUse('public', 'alone', 'engaged', 'secret', 'plan', 'time'))
      await answered({ measures: [count], dimensions: [name] });
    const wholePlanOnly = columns.filter(({ secret }) => secret?.wholePlanOnly).map(({ name }) => name);
    expect(wholePlanOnly).toEqual(['MemberSnapshot.insuranceCoverType']);
    const inGroups = ofUse('public', 'engaged', 'secret').filter((each) => !wholePlanOnly.includes(each));
    for (const name of inGroups.filter((each) => each !== gender))
      await answered({ measures: [count], dimensions: [name, gender], filters: [is(engaged, '1')] });
  });

  it('is answered: every measure, for plans, groups and the engaged, over time', async () => {
    const year = [{ dimension: month, granularity: 'month', dateRange: ['2025-06-01', '2026-05-31'] }];
    for (const query of [
      {},
      { dimensions: [age, gender] },
      { filters: [is(engaged, '1')] },
      { dimensions: [engaged, age] },
    ])
      for (const timeDimensions of [[], year]) await answered({ measures: wholeMeasures, ...query, timeDimensions });
  });
});
