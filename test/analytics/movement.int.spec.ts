import { firstRules } from '@superscope/domain/publishing/publishing-rules';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Asking, is, provider, told } from './asking.js';
import { startEngine, type Engine } from './query-service.js';
import { closeMonths, testVault } from './sample-editions.js';
import { memberMonth } from './sample-members.js';

let engine: Engine;
let asking: Asking;
/** Asks past views. */
let past: Asking;

/** Scores in the middle of a band; null: no score. */
const inBand = (band: number | null) => (band === null ? null : band * 1_000_000 + 500_000);
const at = (month: string, bands: readonly (number | null)[], first = 0, plan = 'acme') =>
  bands.map((band, i) =>
    memberMonth(plan, month, first + i, {
      score: inBand(band),
      address_state: i % 4 === 0 ? 'VIC' : 'NSW',
      company_id: i % 2 === 0 ? 'north' : 'south',
      category_id: i % 2 === 0 ? 'staff' : '',
    }),
  );
const times = <Value>(count: number, value: Value): Value[] => Array.from({ length: count }, () => value);

/** 300 members in March 2025: 200 in band 2-3, 80 in 3-4, 15 in 0-1, 5 without a score. */
const before = [...times(200, 2), ...times(80, 3), ...times(15, 0), ...times(5, null)];
/** A year later 60 moved up from 2-3 and 4 down to it; the last 10 have left, 25 joined. */
const after = [...times(140, 2), ...times(60, 3), ...times(4, 2), ...times(76, 3), ...times(10, 0)];
const joiners = times(25, 2);

beforeAll(async () => {
  engine = await startEngine();
  asking = new Asking(engine);
  past = new Asking(engine, testVault, { fromRules: firstRules });
  const later = [...at('2026-03', after), ...at('2026-03', joiners, 300)];
  await closeMonths(engine.client, [
    ...at('2025-03', before),
    ...at('2025-12', before),
    ...later,
    ...at('2025-12', times(20, 1), 2000, 'small'),
    ...at('2026-03', times(20, 1), 2000, 'small'),
    ...at('2026-03', times(40, 1), 3000, 'middle'),
  ]);
  const byFirstRules = ['2025-03', '2026-03'].flatMap((month) =>
    at(month, month === '2025-03' ? before : after, 0, 'other'),
  );
  await closeMonths(engine.client, byFirstRules, 1, undefined, true, firstRules);
});
afterAll(() => engine?.stop());

const members = 'Movement.members';
const between = (from: string, to: string, more: object = {}) => ({
  measures: [members],
  dimensions: ['Movement.from', 'Movement.to'],
  timeDimensions: [{ dimension: 'Movement.month', dateRange: [`${from}-01`, `${to}-28`] }],
  ...more,
});
const year = between('2025-03', '2026-03');
const flow = (rows: readonly Record<string, unknown>[], from: string | null, to: string | null) =>
  rows.find((row) => row['Movement.from'] === from && row['Movement.to'] === to)?.[members];
const sum = (rows: readonly Record<string, unknown>[]) => rows.reduce((all, row) => all + Number(row[members]), 0);

describe('movement between score bands, exactly', () => {
  it('balances: every earlier member moved, stayed or left, and every later one moved, stayed or joined', async () => {
    const rows = await asking.exact(year);
    expect(flow(rows, '2-3', '2-3')).toBe(140);
    expect(flow(rows, '2-3', '3-4')).toBe(60);
    expect(flow(rows, '3-4', '2-3')).toBe(4);
    expect(flow(rows, 'Joined', '2-3')).toBe(25);
    expect(flow(rows, '0-1', 'Left')).toBe(5);
    expect(flow(rows, 'Unknown', 'Left')).toBe(5);
    const headcounts = await asking.exact({
      measures: ['MemberSnapshot.countMembers'],
      timeDimensions: [
        { dimension: 'MemberSnapshot.month', granularity: 'month', dateRange: ['2025-03-01', '2026-03-31'] },
      ],
    });
    const [first, , last] = headcounts.map((row) => row['MemberSnapshot.countMembers']);
    expect(sum(rows.filter((row) => row['Movement.from'] !== 'Joined'))).toBe(first);
    expect(sum(rows.filter((row) => row['Movement.to'] !== 'Left'))).toBe(last);
  });

  it('counts the members who match a filter at the later month', async () => {
    const rows = await asking.exact({ ...year, filters: [is('Movement.addressState', 'VIC')] });
    expect(flow(rows, '2-3', '2-3')).toBe(35);
  });

  it('can be filtered by one company or category, or by members in none', async () => {
    for (const filter of [is('Movement.companyId', 'north'), is('Movement.categoryId', 'staff')])
      expect(flow(await asking.exact({ ...year, filters: [filter] }), '2-3', '2-3')).toBe(70);
    const none = [{ member: 'Movement.categoryId', operator: 'notSet' as const }];
    expect(flow(await asking.exact({ ...year, filters: none }), '2-3', '2-3')).toBe(70);
  });

  it('may be between any two months', async () => {
    expect(sum(await asking.exact(between('2025-12', '2026-03')))).toBe(325);
  });

  it.each([
    [{ timeDimensions: [] }],
    [between('2026-03', '2026-03')],
    [
      {
        timeDimensions: [
          { dimension: 'Movement.month', granularity: 'month', dateRange: ['2025-03-01', '2026-03-31'] },
        ],
      },
    ],
  ])('needs two months', async (other) => {
    await expect(asking.exact({ ...year, ...other })).rejects.toThrow('Movement is between two months');
  });
});

describe('movement between score bands for employers', () => {
  it('has every flow, those of few members as <11, and those who joined and left without a band', async () => {
    const answer = await asking.ask(year);
    const figures = told(answer, members);
    const figureOf = (from: string | null, to: string | null) =>
      figures[answer.data.findIndex((row) => row['Movement.from'] === from && row['Movement.to'] === to)];
    expect(answer.data).toHaveLength(38);
    expect(Math.abs(Number(figureOf('2-3', '2-3')) - 140)).toBeLessThanOrEqual(20);
    expect(Math.abs(Number(figureOf('2-3', '3-4')) - 60)).toBeLessThanOrEqual(20);
    // One flow has four members, the other none.
    expect([figureOf('3-4', '2-3'), figureOf('4-5', '0-1')]).toEqual(['<11', '<11']);
    expect([figureOf('Joined', null), figureOf(null, 'Left')]).toEqual([25, 10]);
    expect(answer.data.filter((row) => row['Movement.from'] === 'Joined')).toHaveLength(1);
    expect(answer).toMatchObject({ figuresOf: '2026-03', quarterEnds: true });
    expect((await asking.ask(year)).data).toEqual(answer.data);
  });

  it('is refused by filters, which the first rules allowed', async () => {
    const ofWomen = { ...year, filters: [is('Movement.gender', 'Female')] };
    const sentence = 'Movement between scores is published for the whole plan: remove the filters';
    for (const plan of ['acme', 'small'])
      await expect(
        asking.ask(plan === 'acme' ? ofWomen : { ...ofWomen, ...between('2025-12', '2026-03') }, plan),
      ).rejects.toMatchObject({
        status: 403,
        message: sentence,
      });
    const [both, ...each] = await Promise.all(
      [['NSW', 'VIC'], ['NSW'], ['VIC']].map(async (states) => {
        const rows = await past.rows({ ...year, filters: [is('Movement.addressState', ...states)] }, 'other');
        return Number(flow(rows, '2-3', '2-3'));
      }),
    );
    expect(both).toBe(each[0]! + each[1]!);
    const north = await past.rows({ ...year, filters: [is('Movement.companyId', 'north')] }, 'other');
    expect(Math.abs(Number(flow(north, '2-3', '2-3')) - 70)).toBeLessThanOrEqual(25);
    // The same members, so the same figure.
    const category = await past.rows({ ...year, filters: [is('Movement.categoryId', 'staff')] }, 'other');
    expect(flow(category, '2-3', '2-3')).toBe(flow(north, '2-3', '2-3'));
  });

  it('is not published where one of its months is not', async () => {
    const answer = await asking.ask(year, 'middle');
    expect(new Set(told(answer, members))).toEqual(new Set(['np']));
  });

  const apart = 'quarter ends (March, June, September, December) that are 1, 4 or 8 quarters apart';
  it.each([
    ['months that end no quarter', between('2025-04', '2026-04'), apart],
    ['two quarters', between('2025-09', '2026-03'), apart],
    ['five quarters', between('2024-12', '2026-03'), apart],
    ['one band alone', { ...year, filters: [is('Movement.from', '2-3')] }, 'may be filtered by gender'],
    ['who joined by band', { ...year, dimensions: ['Movement.to'] }, "by 'Movement.from' and 'Movement.to'"],
    [
      'a breakdown',
      { ...year, dimensions: ['Movement.from', 'Movement.to', 'Movement.gender'] },
      "by 'Movement.from' and 'Movement.to'",
    ],
    [
      'four filters',
      {
        ...year,
        filters: [
          is('Movement.gender', 'Female'),
          is('Movement.ageGroup', '31 - 44'),
          is('Movement.salaryGroup', '$65k'),
          is('Movement.addressState', 'NSW'),
        ],
      },
      'at most three',
    ],
    [
      'a company with another filter',
      { ...year, filters: [is('Movement.companyId', 'north'), is('Movement.gender', 'Female')] },
      "'Movement.companyId' stands alone",
    ],
    [
      'a company within a category',
      { ...year, filters: [is('Movement.categoryId', 'staff'), is('Movement.companyId', 'north')] },
      "'Movement.categoryId' stands alone",
    ],
    ['single members', { ...year, ungrouped: true }, "as 'Movement.members'"],
  ])('is refused for %s', async (_, query, sentence) => {
    await expect(asking.ask(query)).rejects.toMatchObject({ status: 403, message: expect.stringContaining(sentence) });
  });

  it('is refused for a plan out of reach, and for several at once', async () => {
    await expect(asking.ask(year, 'foreign')).rejects.toThrow("You have no access to the plan 'foreign'");
    await expect(asking.ask(year, ['acme', 'small'])).rejects.toThrow('name one plan');
    await expect(asking.ask(year, 'acme', { ...provider, scope: { kind: 'all' } })).resolves.toBeDefined();
  });
});
