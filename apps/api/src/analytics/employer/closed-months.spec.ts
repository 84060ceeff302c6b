import type { LookBack } from '@superscope/contracts/analytics/look-back';
import { shiftMonth } from '@superscope/domain/calendar-dates';
import { describe, expect, it } from 'vitest';
import type { BadQuery } from '../query/bad-query.js';
import { splitFilters } from '../query/normalize-filters.js';
import { normalize } from '../query/normalize.js';
import { monthBuckets, type MonthBucket } from './closed-months.js';

const now = new Date('2026-06-15T02:00:00Z');
const month = 'MemberSnapshot.month';
const atYearMonth = 'MemberSnapshot.atYearMonth';
const measures = ['MemberSnapshot.countMembers'];
/** July 2024 to May 2026. The last complete quarter ends in March. */
const closed = Array.from({ length: 23 }, (_, i) => shiftMonth('2024-07', i));

const buckets = (query: object, quarterly = false, months: readonly string[] = closed): MonthBucket[] => {
  const normalized = normalize({ measures, ...query }, now)[0]!;
  const times = splitFilters(normalized.filters).where.flatMap((filter) => ('member' in filter ? [filter] : []));
  return monthBuckets({ query: normalized, times, quarterly }, months);
};
const range = (from: string, to: string, granularity?: string) => ({
  timeDimensions: [{ dimension: month, dateRange: [from, to], ...(granularity ? { granularity } : {}) }],
});
const at = (...values: string[]) => ({ member: atYearMonth, operator: 'equals', values });
const by = (member: string, operator: string, ...values: string[]) => ({ filters: [{ member, operator, values }] });
const stocks = (query: object, quarterly = false, months = closed) =>
  buckets(query, quarterly, months).map(({ stock }) => stock);

describe('without a breakdown by time a query is about one month', () => {
  it.each<[string, object, string[]]>([
    ['the newest closed one', {}, ['2026-05']],
    ['the newest closed one of a range', range('2025-02-01', '2025-09-30'), ['2025-09']],
    ['the newest closed one of a range into the future', range('2025-02-01', '2027-12-31'), ['2026-05']],
    ['one by its name', { filters: [at('202509')] }, ['2025-09']],
    ['the newest of several by name', { filters: [at('202509', '202511', '202606')] }, ['2025-11']],
    [
      'one by its name, with a range for the period',
      { filters: [at('202509')], ...range('2025-01-01', '2025-12-31') },
      ['2025-09'],
    ],
    ['the newest until a day', by(month, 'beforeOrOnDate', '2025-09-10'), ['2025-09']],
    ['the newest before a day within it', by(month, 'beforeDate', '2025-09-10'), ['2025-09']],
    ['the newest before its first day', by(month, 'beforeDate', '2025-09-01'), ['2025-08']],
    ['the newest since a day', by(month, 'afterOrOnDate', '2025-09-10'), ['2026-05']],
    ['none after the newest', by(month, 'afterDate', '2026-05-01'), []],
    ['that of a day', by(month, 'onTheDate', '2025-09-10'), ['2025-09']],
    ['the newest closed one by the operator set', { filters: [{ member: month, operator: 'set' }] }, ['2026-05']],
    ['none that is running', { filters: [at('202606')] }, []],
    ['none before the first', range('2020-01-01', '2020-12-31'), []],
    ['none for an invalid month', { filters: [at('202613')] }, []],
    ['none where two names exclude each other', { filters: [at('202509'), at('202510')] }, []],
  ])('%s', (_, query, expected) => expect(stocks(query)).toEqual(expected));

  it('flows are those of all closed months of the range', () => {
    expect(buckets(range('2025-12-15', '2026-12-31'))).toEqual([
      {
        start: null,
        stock: '2026-05',
        flows: ['2025-12', '2026-01', '2026-02', '2026-03', '2026-04', '2026-05'],
        lookBack: 12,
      },
    ]);
  });
});

describe('by month, quarter and year', () => {
  it('has a row for each closed month, whatever finer unit is named', () => {
    for (const unit of ['day', 'hour', 'second', 'month'])
      expect(buckets(range('2026-02-10', '2026-06-30', unit))).toEqual(
        ['2026-02', '2026-03', '2026-04', '2026-05'].map((each) => ({
          start: each,
          stock: each,
          flows: [each],
          lookBack: 1,
        })),
      );
  });

  it('has the last closed month of each, with the flows of all of them', () => {
    expect(buckets(range('2025-08-01', '2026-12-31', 'quarter'))).toMatchObject([
      { start: '2025-07', stock: '2025-09', flows: ['2025-08', '2025-09'], lookBack: 3 },
      { start: '2025-10', stock: '2025-12' },
      { start: '2026-01', stock: '2026-03' },
      { start: '2026-04', stock: '2026-05', flows: ['2026-04', '2026-05'], lookBack: 3 },
    ]);
    const years = buckets(range('2024-01-01', '2026-12-31', 'year'));
    expect(years.map(({ start, stock, flows }) => [start, stock, flows.length])).toEqual([
      ['2024-01', '2024-12', 6],
      ['2025-01', '2025-12', 12],
      ['2026-01', '2026-05', 5],
    ]);
  });

  it('has a row for each month where the answer names months as a dimension', () => {
    const query = { dimensions: [atYearMonth], filters: [at('202509', '202511')] };
    expect(buckets(query)).toMatchObject([{ stock: '2025-09' }, { stock: '2025-11' }]);
    expect(buckets({ dimensions: [month], ...range('2026-04-01', '2026-05-31') })).toHaveLength(2);
  });

  it('does not divide months into weeks', () => {
    expect(() => buckets(range('2026-01-01', '2026-05-31', 'week'))).toThrow(/do not divide into weeks/);
  });
});

describe('where only quarter ends are published', () => {
  it.each<[string, object, string[]]>([
    ['the newest quarter that has ended', {}, ['2026-03']],
    ['a range snaps outward to quarter ends', range('2025-08-20', '2025-11-02', 'month'), ['2025-09', '2025-12']],
    ['a month within a quarter is that quarter', range('2025-11-01', '2025-11-30', 'month'), ['2025-12']],
    [
      'at least one quarter: the one before a quarter that is running',
      range('2026-04-01', '2026-05-31', 'month'),
      ['2026-03'],
    ],
    ['a named month is its quarter', { filters: [at('202511')] }, ['2025-12']],
    ['a named month of the running quarter is the one before', { filters: [at('202605')] }, ['2026-03']],
    [
      'named months are their quarters, each once',
      { dimensions: [atYearMonth], filters: [at('202507', '202508', '202511')] },
      ['2025-09', '2025-12'],
    ],
    ['quarters', range('2025-01-01', '2025-12-31', 'quarter'), ['2025-03', '2025-06', '2025-09', '2025-12']],
    ['years', range('2024-01-01', '2026-12-31', 'year'), ['2024-12', '2025-12', '2026-03']],
    ['none before the first', range('2020-01-01', '2020-12-31', 'month'), []],
    ['none for an invalid month', { filters: [at('202613')] }, []],
    ['none where two names exclude each other', { filters: [at('202509'), at('202512')] }, []],
    [
      'none where two ranges exclude each other',
      { ...range('2025-10-01', '2025-12-31'), ...by(month, 'beforeDate', '2025-04-01') },
      [],
    ],
  ])('%s', (_, query, expected) => expect(stocks(query, true)).toEqual(expected));

  it('flows are those of the last month alone', () => {
    expect(buckets(range('2025-01-01', '2025-12-31', 'year'), true)).toMatchObject([
      { stock: '2025-12', flows: ['2025-12'] },
    ]);
    expect(buckets(range('2025-01-01', '2025-12-31'), true)).toMatchObject([{ stock: '2025-12', flows: ['2025-12'] }]);
  });
});

describe('the look-back of signing in', () => {
  const lookBack = (query: object, quarterly = false, months = closed) =>
    buckets(query, quarterly, months).map((bucket) => bucket.lookBack);

  it.each<[string, object, LookBack, LookBack]>([
    ['no period', {}, 12, 12],
    ['a named month', { filters: [at('202512')] }, 12, 12],
    ['one month', range('2026-05-01', '2026-05-31'), 1, 3],
    ['one month of the past', range('2025-12-05', '2025-12-20'), 1, 3],
    ['two months', range('2026-04-01', '2026-05-31'), 3, 3],
    ['three months', range('2026-03-10', '2026-05-31'), 3, 3],
    ['three months within two quarters', range('2025-09-01', '2025-11-30'), 3, 3],
    ['four months', range('2026-02-01', '2026-05-31'), 12, 12],
    ['half a year', range('2025-12-01', '2026-05-31'), 12, 12],
    ['a year', range('2025-06-01', '2026-05-31'), 12, 12],
    ['a year and a month', range('2025-05-01', '2026-05-31'), 12, 12],
    ['a period that begins before the first figures', range('1990-05-01', '2026-05-31'), 12, 12],
    ['the year that is running', range('2026-01-01', '2026-12-31'), 12, 12],
    ['two months, of which one is running', range('2026-05-01', '2026-06-30'), 1, 3],
    ['a filter on three months', by(month, 'inDateRange', '2026-03-01', '2026-05-31'), 3, 3],
    [
      'a named month, with a range of two months for the period',
      { filters: [at('202512')], ...range('2025-11-01', '2025-12-31') },
      3,
      3,
    ],
    ['by month', range('2026-01-01', '2026-05-31', 'month'), 1, 3],
    ['by day', range('2026-01-01', '2026-05-31', 'day'), 1, 3],
    ['by quarter', range('2025-01-01', '2026-05-31', 'quarter'), 3, 3],
    ['by year', range('2024-07-01', '2026-05-31', 'year'), 12, 12],
    ['by named months', { dimensions: [atYearMonth], filters: [at('202509', '202511')] }, 1, 3],
  ])('of %s is one of 1, 3 and 12 months, and of a part of the plan 3 or 12', (_, query, plan, group) => {
    expect(new Set(lookBack(query))).toEqual(new Set([plan]));
    expect(new Set(lookBack(query, true))).toEqual(new Set([group]));
  });

  it('of a part of the plan is three months where the period’s own quarter has not closed', () => {
    expect(buckets(range('2026-04-01', '2026-05-31'), true)).toMatchObject([{ stock: '2026-03', lookBack: 3 }]);
    expect(buckets(range('2026-06-01', '2026-06-30'), true)).toMatchObject([{ stock: '2026-03', lookBack: 3 }]);
  });

  it('is a whole year even if fewer months are closed', () => {
    expect(lookBack({}, false, ['2026-04', '2026-05'])).toEqual([12]);
    expect(lookBack(range('2020-01-01', '2026-05-31'), false, ['2026-04', '2026-05'])).toEqual([12]);
  });
});

it('months are those of Sydney, whatever timezone the caller names', () => {
  for (const timezone of ['UTC', 'America/Los_Angeles', 'Pacific/Kiritimati'])
    expect(buckets({ ...range('2026-02-01', '2026-05-31', 'month'), timezone })).toEqual(
      buckets(range('2026-02-01', '2026-05-31', 'month')),
    );
});

it('nothing is answered before the first month has closed', () => {
  for (const query of [{}, range('2026-01-01', '2026-05-31', 'month'), { filters: [at('202605')] }])
    for (const quarterly of [false, true]) expect(stocks(query, quarterly, [])).toEqual([]);
  expect(stocks({}, true, ['2026-04', '2026-05'])).toEqual([]);
});

it.each([
  [by(month, 'notEquals', '2026-05-01')],
  [by(month, 'notInDateRange', '2026-01-01', '2026-03-31')],
  [{ filters: [{ member: month, operator: 'notSet' }] }],
  [by(atYearMonth, 'notEquals', '202605')],
  [by(atYearMonth, 'contains', '2026')],
])('a condition on time that is no range is refused with what may be asked: %j', (query) => {
  const refusal = (): BadQuery => {
    try {
      buckets(query);
    } catch (error) {
      return error as BadQuery;
    }
    throw new Error('It was answered');
  };
  expect(refusal()).toMatchObject({ status: 403 });
  expect(refusal().message).toMatch(/by 'equals' or 'in'|as ranges or by name/);
});
