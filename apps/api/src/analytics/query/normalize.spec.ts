import { describe, expect, it } from 'vitest';
import { absoluteRange } from './date-range.js';
import { normalize } from './normalize.js';
import { instantOf, parseWall, wallTimeOf } from './wall-time.js';

/** Monday 15 June 2026, noon in Sydney. */
const now = new Date('2026-06-15T02:00:00Z');
const one = (query: object) => normalize(query, now)[0]!;
const failure = (query: unknown) => {
  try {
    normalize(query, now);
  } catch (error) {
    return error as { status: number; message: string; userError: boolean };
  }
  throw new Error('The query was accepted');
};
const count = { measures: ['MemberSnapshot.countMembers'] };

describe('a query in its normal form', () => {
  it('has absolute dates from midnight to the last millisecond', () => {
    const query = one({
      ...count,
      timeDimensions: [
        { dimension: 'MemberSnapshot.month', granularity: 'month', dateRange: ['2026-01-01', '2026-03-31'] },
      ],
    });
    expect(query.timeDimensions).toEqual([
      {
        dimension: 'MemberSnapshot.month',
        granularity: 'month',
        dateRange: ['2026-01-01T00:00:00.000', '2026-03-31T23:59:59.999'],
      },
    ]);
    expect(query).toMatchObject({
      limit: 10_000,
      rowLimit: 10_000,
      timezone: 'Australia/Sydney',
      filters: [],
      segments: [],
    });
  });

  it('is ordered by time, or else by the first measure descending, or else by the first dimension', () => {
    const time = { timeDimensions: [{ dimension: 'MemberSnapshot.month', granularity: 'month' }] };
    expect(one({ ...count, ...time }).order).toEqual([{ id: 'MemberSnapshot.month', desc: false }]);
    expect(one({ ...count, dimensions: ['Member.gender'] }).order).toEqual([
      { id: 'MemberSnapshot.countMembers', desc: true },
    ]);
    expect(one({ dimensions: ['Member.gender'] }).order).toEqual([{ id: 'Member.gender', desc: false }]);
  });

  it('takes an order as an object or as pairs', () => {
    const dimensions = ['Member.gender'];
    const expected = [{ id: 'Member.gender', desc: true }];
    expect(one({ ...count, dimensions, order: { 'Member.gender': 'desc' } }).order).toEqual(expected);
    expect(one({ ...count, dimensions, order: [['Member.gender', 'desc']] }).order).toEqual(expected);
  });

  it('is one query for each compared range', () => {
    const queries = normalize(
      {
        ...count,
        timeDimensions: [
          {
            dimension: 'MemberSnapshot.month',
            granularity: 'month',
            compareDateRange: ['last month', ['2025-05-01', '2025-05-31']],
          },
        ],
      },
      now,
    );
    expect(queries.map((query) => query.timeDimensions[0]!.dateRange)).toEqual([
      ['2026-05-01T00:00:00.000', '2026-05-31T23:59:59.999'],
      ['2025-05-01T00:00:00.000', '2025-05-31T23:59:59.999'],
    ]);
  });

  it('keeps nested filters, and renames a filter’s old name', () => {
    const filters = [
      {
        or: [
          { dimension: 'Member.gender', operator: 'equals', values: ['Male'] },
          { member: 'Member.engaged', operator: 'set' },
        ],
      },
    ];
    expect(one({ ...count, filters }).filters).toEqual([
      {
        or: [
          { member: 'Member.gender', operator: 'equals', values: ['Male'] },
          { member: 'Member.engaged', operator: 'set' },
        ],
      },
    ]);
  });
});

describe('filters', () => {
  const leaf = (member: string, ...values: string[]) => ({ member, operator: 'equals', values });
  const filtersOf = (...filters: object[]) => one({ ...count, filters }).filters;

  it("joined by 'and' at the top become separate filters, at any depth", () => {
    const plan = leaf('Member.planId', 'p');
    const month = leaf('MemberSnapshot.atYearMonth', '202601');
    const gender = leaf('Member.gender', 'Male');
    expect(filtersOf({ and: [plan, { and: [month, { or: [gender] }] }] })).toEqual([plan, month, gender]);
  });

  it("that join values of one member by 'or' become one filter", () => {
    const either = { or: [leaf('Member.gender', 'Male'), { or: [leaf('Member.gender', 'Female', 'Male')] }] };
    expect(filtersOf(either)).toEqual([leaf('Member.gender', 'Male', 'Female')]);
    const days = { or: [leaf('MemberSnapshot.month', '2026-01-01'), leaf('MemberSnapshot.month', '2026-02-01')] };
    expect(filtersOf(days)).toMatchObject([{ or: [{ values: expect.any(Array) as [] }, {}] }]);
    const mixed = { or: [leaf('Member.gender', 'Male'), leaf('Member.addressState', 'NSW')] };
    expect(filtersOf(mixed)).toEqual([mixed]);
  });
});

describe('a null among the values of a filter', () => {
  const state = 'Member.addressState';
  const withValues = (operator: string, ...values: (string | number | null)[]) =>
    one({ ...count, filters: [{ member: state, operator, values }] }).filters;

  it('means those without a value, beside the others', () => {
    for (const operator of ['equals', 'in'])
      expect(withValues(operator, 'NSW', null, 'VIC')).toEqual([
        {
          or: [
            { member: state, operator, values: ['NSW', 'VIC'] },
            { member: state, operator: 'notSet' },
          ],
        },
      ]);
    expect(withValues('equals', null, null)).toEqual([{ member: state, operator: 'notSet' }]);
  });

  it('is left out together with the others by the opposite', () => {
    for (const operator of ['notEquals', 'notIn'])
      expect(withValues(operator, null, 'NSW')).toEqual([
        { member: state, operator, values: ['NSW'] },
        { member: state, operator: 'set' },
      ]);
    expect(withValues('notIn', null)).toEqual([{ member: state, operator: 'set' }]);
  });

  it('is refused where values are compared', () => {
    const filters = [{ member: state, operator: 'contains', values: ['N', null] }];
    expect(failure({ ...count, filters })).toMatchObject({ status: 400 });
  });
});

describe('a timezone', () => {
  it.each([
    ['australia/sydney', 'Australia/Sydney'],
    ['utc', 'UTC'],
    ['AET', 'Australia/Sydney'],
  ])('is taken by the name that the engine knows: %s', (given, name) => {
    expect(one({ ...count, timezone: given }).timezone).toBe(name);
  });
});

describe('a query that cannot be', () => {
  it('is a user error that names the unknown member', () => {
    expect(failure({ measures: ['MemberSnapshot.nothing'] })).toMatchObject({ status: 400, userError: true });
    expect(failure({ ...count, filters: [{ member: 'X.y', operator: 'set' }] })).toMatchObject({ userError: true });
    expect(failure({ ...count, order: { 'X.y': 'asc' } })).toMatchObject({ userError: true });
  });

  it.each([
    [{}, /measures, dimensions/],
    ['text', /object/],
    [{ ...count, limit: 50_001 }, /at most 50000/],
    [{ ...count, limit: -1 }, /whole number/],
    [{ ...count, timezone: 'Mars/Olympus' }, /timezone/],
    [{ ...count, filters: [{ member: 'Member.gender', operator: 'like', values: ['x'] }] }, /operator/],
    [
      { ...count, filters: [{ member: 'Member.gender', operator: { toString: '' } }] },
      /\{"toString":""\}' is not a filter operator/,
    ],
    [{ ...count, filters: [{ member: 'Member.gender', operator: 'equals' }] }, /no values/],
    [
      { ...count, filters: [{ member: 'Member.gender', operator: 'equals', values: [{}] }] },
      /neither text nor a number/,
    ],
    [
      { ...count, filters: [{ member: 'MemberSnapshot.countMembers', operator: 'gt', values: ['many'] }] },
      /not a number/,
    ],
    [{ ...count, filters: [{ member: 'Member.gender', operator: 'gt', values: ['1'] }] }, /cannot be filtered/],
    [{ ...count, timeDimensions: [{ dimension: 'MemberSnapshot.month', dateRange: 'whenever' }] }, /date range/],
    [{ ...count, timeDimensions: [{ dimension: 'MemberSnapshot.month', dateRange: 'constructor' }] }, /date range/],
    [
      { ...count, timeDimensions: [{ dimension: 'MemberSnapshot.month', dateRange: 'from toString to now' }] },
      /date range/,
    ],
    [
      { ...count, timeDimensions: [{ dimension: 'MemberSnapshot.month', dateRange: ['2026-02-30', '2026-03-01'] }] },
      /date range/,
    ],
    [
      { ...count, timeDimensions: [{ dimension: 'MemberSnapshot.month', dateRange: ['2026-02-02', '2026-02-01'] }] },
      /ends before/,
    ],
    [{ ...count, timeDimensions: [{ dimension: 'MemberSnapshot.month', granularity: 'moon' }] }, /granularity/],
    [
      { ...count, timeDimensions: [{ dimension: 'MemberSnapshot.month', granularity: { toString: 1 } }] },
      /granularity/,
    ],
    [{ ...count, order: { 'MemberSnapshot.countMembers': { toString: null } } }, /Order is/],
    [
      {
        ...count,
        filters: [
          {
            or: [
              { member: 'Member.gender', operator: 'set' },
              { member: 'MemberSnapshot.fees', operator: 'set' },
            ],
          },
        ],
      },
      /cannot share/,
    ],
  ])('says what is wrong: %j', (query, message) => {
    expect(failure(query)).toMatchObject({ status: 400, message: expect.stringMatching(message) as string });
  });

  it('is refused if its cubes share only their plans', () => {
    expect(failure({ measures: ['Campaign.runs'], dimensions: ['Member.gender'] }).message).toMatch(/one query/);
    expect(
      one({ measures: ['Campaign.runs'], filters: [{ member: 'Member.planId', operator: 'equals', values: ['a'] }] }),
    ).toBeDefined();
  });
});

describe('a relative date range', () => {
  const days = (range: unknown, timezone = 'Australia/Sydney') =>
    absoluteRange(range, { now, timezone }).map((wall) => wall.slice(0, 10));

  it.each([
    ['today', '2026-06-15', '2026-06-15'],
    ['yesterday', '2026-06-14', '2026-06-14'],
    ['this week', '2026-06-15', '2026-06-21'],
    ['this month', '2026-06-01', '2026-06-30'],
    ['this quarter', '2026-04-01', '2026-06-30'],
    ['last 12 months', '2025-06-01', '2026-05-31'],
    ['last month', '2026-05-01', '2026-05-31'],
    ['Last 2 Years', '2024-01-01', '2025-12-31'],
    ['last week', '2026-06-08', '2026-06-14'],
    ['next 2 months', '2026-07-01', '2026-08-31'],
    ['from 7 days ago to now', '2026-06-08', '2026-06-15'],
    ['from 2026-01-05 to yesterday', '2026-01-05', '2026-06-14'],
    ['2026-02-03', '2026-02-03', '2026-02-03'],
  ])('%s', (range, start, end) => {
    expect(days(range)).toEqual([start, end]);
  });

  it('uses the caller’s timezone', () => {
    // Noon on the 15th in Sydney is still the 14th in Honolulu.
    expect(days('today', 'Pacific/Honolulu')).toEqual(['2026-06-14', '2026-06-14']);
  });

  it('may be of hours', () => {
    expect(absoluteRange('last 2 hours', { now, timezone: 'UTC' })).toEqual([
      '2026-06-15T00:00:00.000',
      '2026-06-15T01:59:59.999',
    ]);
  });
});

describe('wall times', () => {
  it('become the instants of their zone, on both sides of daylight saving', () => {
    const instant = (text: string) =>
      instantOf(parseWall(text, 'Australia/Sydney')!.wall, 'Australia/Sydney').toISOString();
    expect(instant('2026-01-15T00:00')).toBe('2026-01-14T13:00:00.000Z');
    expect(instant('2026-07-15T00:00')).toBe('2026-07-14T14:00:00.000Z');
    expect(instant('2026-04-05T00:00')).toBe('2026-04-04T13:00:00.000Z');
    expect(instant('2026-04-06T00:00')).toBe('2026-04-05T14:00:00.000Z');
  });

  it('round-trip through instants', () => {
    for (let hour = 0; hour < 24 * 365; hour += 7) {
      const wall = Date.UTC(2026, 0, 1, hour);
      // The hour that does not exist is the only one that moves.
      if (new Date(wall).toISOString().startsWith('2026-10-04T02')) continue;
      expect(wallTimeOf(instantOf(wall, 'Australia/Sydney'), 'Australia/Sydney')).toBe(wall);
    }
  });
});

describe('a query that asks for too much', () => {
  const many = <Each>(n: number, each: Each): Each[] => Array.from({ length: n }, () => each);
  const female = { member: 'Member.gender', operator: 'equals', values: ['Female'] };
  const month = 'MemberSnapshot.month';

  it('is refused before it is processed', () => {
    const refused: object[] = [
      { filters: many(101, female) },
      { filters: [{ or: many(101, female) }] },
      { filters: [{ ...female, values: many(100, 'x'.repeat(1_000)) }] },
      { timeDimensions: many(11, { dimension: month, dateRange: 'this year' }) },
      { timeDimensions: [{ dimension: month, compareDateRange: many(21, 'this year') }] },
      { order: many(201, ['MemberSnapshot.countMembers', 'asc']) },
      { measures: many(201, 'MemberSnapshot.countMembers') },
    ];
    for (const query of refused) expect(failure({ ...count, ...query })).toMatchObject({ status: 400 });
    expect(one({ ...count, filters: many(100, female) }).filters).toHaveLength(100);
  });

  it('is refused if a range exceeds the representable years', () => {
    const ranged = (dateRange: unknown) => ({ ...count, timeDimensions: [{ dimension: month, dateRange }] });
    for (const range of ['last 99999 years', 'next 99999 years', 'from 99999 years ago to now'])
      expect(failure(ranged(range)).message).toMatch(/is not a date range/);
    expect(one(ranged(['0050-01-01', '9999-12-31'])).timeDimensions[0]!.dateRange).toEqual([
      '0050-01-01T00:00:00.000',
      '9999-12-31T23:59:59.999',
    ]);
  });
});
