import { filterOperators, granularities } from '@superscope/contracts/analytics/query';
import { cubes } from '@superscope/api/analytics/model/catalogue';
import fc from 'fast-check';
import { date, dateRange } from './date-arbitraries.js';
import { mutated, oddJson, oddText } from './odd-values.js';

const dimensions = cubes.flatMap((cube) => cube.dimensions);
const measures = cubes.flatMap((cube) => cube.measures);
const ofMembers = <Member extends { name: string; source: string }>(members: readonly Member[]) =>
  members.filter(({ source }) => source === 'memberMonth').map(({ name }) => name);
const times = dimensions.filter(({ type }) => type === 'time').map(({ name }) => name);

/** Mostly compatible names, so that queries reach the engine. */
const nameOf = (together: readonly string[], all: readonly string[]): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 20, arbitrary: fc.constantFrom(...together) },
    { weight: 2, arbitrary: fc.constantFrom(...all) },
    { weight: 1, arbitrary: oddText },
  );
const dimension = nameOf(
  ofMembers(dimensions),
  dimensions.map(({ name }) => name),
);
const measure = nameOf(
  ofMembers(measures),
  measures.map(({ name }) => name),
);

const oddTimeDimension = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record(
      {
        dimension: nameOf(['MemberSnapshot.month', 'MemberSnapshot.time'], times),
        granularity: fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...granularities) }, oddJson),
        dateRange,
        compareDateRange: fc.array(dateRange, { maxLength: 3 }),
      },
      { requiredKeys: ['dimension'], noNullPrototype: true },
    ),
  },
  { weight: 1, arbitrary: oddJson },
);

/** A time dimension that is valid except for its arbitrary range. */
const timeDimension = fc.record(
  {
    dimension: fc.constantFrom('MemberSnapshot.month', 'MemberSnapshot.month', ...times),
    granularity: fc.constantFrom(...granularities),
    dateRange: fc.oneof({ weight: 2, arbitrary: fc.constantFrom<unknown>('last 12 months', 'this year') }, dateRange),
  },
  { requiredKeys: ['dimension'], noNullPrototype: true },
);

const value = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom<unknown>(
      ...[
        'Female',
        'NSW',
        '65+',
        '$65k',
        '1|Yes',
        '2|No',
        '1',
        '202605',
        'own',
        'others',
        '2|Non-binding',
        40,
        true,
        null,
      ],
    ),
  },
  { weight: 3, arbitrary: oddText },
  {
    weight: 2,
    arbitrary: fc.constantFrom<unknown>(
      ...[
        "' OR 1=1 --",
        "\\' OR 1=1 --",
        '{plan:String}',
        '\\N',
        '\\0',
        "a\\'b",
        '%',
        '_',
        '\\',
        "']",
        '[1,2]',
        '?',
        '$1',
      ],
      ...["x'), (SELECT 1", "'; DROP TABLE member_snapshot", '/*', '\t\n\r\b\f', 'NULL', 'nan', 'inf', '-inf', '0x1F'],
      ...[1e308, -1e308, 5e-324, 2 ** 53, 1e21, '1e999', '9'.repeat(50), ' 1 ', '+1', '00', '1_000', 'x'.repeat(5_000)],
    ),
  },
  { weight: 1, arbitrary: date },
  { weight: 1, arbitrary: oddJson },
);

const leaf = fc.record(
  {
    member: fc.oneof({ weight: 6, arbitrary: dimension }, { weight: 1, arbitrary: measure }),
    operator: fc.oneof({ weight: 12, arbitrary: fc.constantFrom(...filterOperators) }, oddJson),
    values: fc.oneof({ weight: 10, arbitrary: fc.array(value, { maxLength: 4 }) }, value),
  },
  { requiredKeys: ['member', 'operator'], noNullPrototype: true },
);

const { filter } = fc.letrec<{ filter: unknown }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'filter' },
    { weight: 8, arbitrary: leaf },
    { weight: 1, arbitrary: fc.record({ and: fc.array(tie('filter'), { maxLength: 3 }) }, { noNullPrototype: true }) },
    { weight: 1, arbitrary: fc.record({ or: fc.array(tie('filter'), { maxLength: 3 }) }, { noNullPrototype: true }) },
  ),
}));

/** Operators that suit the member, with arbitrary texts as values. */
const fittingLeaf = fc
  .constantFrom(...dimensions.filter(({ source }) => source === 'memberMonth'))
  .chain(({ name, type }) =>
    fc.record(
      {
        member: fc.constant(name),
        operator: fc.constantFrom(
          ...(type === 'time'
            ? (['inDateRange', 'notInDateRange', 'onTheDate', 'beforeDate', 'afterOrOnDate', 'equals', 'set'] as const)
            : type === 'number'
              ? (['equals', 'notEquals', 'in', 'gt', 'lte', 'notSet'] as const)
              : (['equals', 'in', 'notEquals', 'notIn', 'contains', 'notStartsWith', 'endsWith', 'set'] as const)),
        ),
        values: type === 'time' ? fc.tuple(date) : fc.array(value, { minLength: 1, maxLength: 4 }),
      },
      { noNullPrototype: true },
    ),
  );

const { fittingFilter } = fc.letrec<{ fittingFilter: unknown }>((tie) => ({
  fittingFilter: fc.oneof(
    { maxDepth: 2, depthIdentifier: 'fitting' },
    { weight: 6, arbitrary: fittingLeaf },
    fc.array(tie('fittingFilter'), { minLength: 1, maxLength: 3 }).map((and) => ({ and })),
    fc.array(tie('fittingFilter'), { minLength: 1, maxLength: 3 }).map((or) => ({ or })),
  ),
}));

const oddTimezones = [
  ...['australia/sydney', 'utc', 'GMT', 'GMT+0', 'GMT+10', 'UTC+10', '+10:00', '-99:00', 'EST', 'EST5EDT', 'Z', 'Zulu'],
  ...['Etc/GMT+12', 'Etc/GMT-14', 'US/Pacific-New', 'Asia/Calcutta', 'Pacific/Kanton', "UTC'", 'UTC\u0000', '../UTC'],
];

/** Each part of a query in valid and invalid forms. */
const parts: Readonly<Record<string, { right: fc.Arbitrary<unknown>; odd: fc.Arbitrary<unknown> }>> = {
  measures: {
    right: fc.subarray(ofMembers(measures), { minLength: 1, maxLength: 3 }),
    odd: fc.oneof(fc.array(measure, { maxLength: 3 }), oddJson),
  },
  dimensions: {
    right: fc.subarray(ofMembers(dimensions), { maxLength: 2 }),
    odd: fc.oneof(fc.array(dimension, { maxLength: 3 }), oddJson),
  },
  timeDimensions: {
    right: fc.array(timeDimension, { maxLength: 1 }),
    odd: fc.oneof(fc.array(oddTimeDimension, { maxLength: 2 }), oddJson),
  },
  filters: {
    right: fc.array(fittingFilter, { maxLength: 2 }),
    odd: fc.oneof({ weight: 4, arbitrary: fc.array(filter, { maxLength: 3 }) }, oddJson),
  },
  segments: { right: fc.constantFrom<unknown>([], ['Member.engagedMembers']), odd: oddJson },
  order: {
    right: fc.constantFrom<unknown>(undefined, [], {}),
    odd: fc.oneof(
      fc.array(fc.tuple(fc.oneof(measure, dimension), fc.constantFrom('asc', 'desc', 'none'))),
      fc.dictionary(fc.oneof(measure, dimension), fc.constantFrom('asc', 'desc'), { maxKeys: 3 }),
      fc.array(fc.record({ id: measure, desc: fc.boolean() }), { maxLength: 2 }),
      oddJson,
    ),
  },
  limit: {
    right: fc.constantFrom<unknown>(undefined, 0, 1, 50_000),
    odd: fc.constantFrom<unknown>(-1, 50_001, 1e308, 2 ** 53, 0.5, '10', null, [], {}, NaN),
  },
  offset: {
    right: fc.constantFrom<unknown>(undefined, 0, 1),
    odd: fc.constantFrom<unknown>(-1, 50_001, 1e308, 2 ** 53, 0.5, '10', null, [], {}, NaN),
  },
  timezone: {
    right: fc.constantFrom<unknown>(undefined, 'Australia/Sydney', 'UTC', 'America/St_Johns'),
    odd: fc.oneof(
      fc.constantFrom(...Intl.supportedValuesOf('timeZone')),
      { weight: 2, arbitrary: fc.constantFrom(...oddTimezones) },
      oddJson,
    ),
  },
  total: { right: fc.constantFrom<unknown>(undefined, true, false), odd: oddJson },
  ungrouped: { right: fc.constantFrom<unknown>(undefined, undefined, false, true), odd: oddJson },
};
const partNames = Object.keys(parts);

/** A query with at most two invalid parts. */
const query = fc
  .subarray(partNames, { maxLength: 2 })
  .chain((wrong) =>
    fc.record(
      Object.fromEntries(partNames.map((name) => [name, wrong.includes(name) ? parts[name]!.odd : parts[name]!.right])),
      { noNullPrototype: true },
    ),
  );

/** A modified query of an employer's screen. Most of these are answered, so they may reveal too much. */
const screenQuery = fc
  .constantFrom<unknown>(
    { measures: ['MemberSnapshot.countMembers'], dimensions: ['Member.gender', 'Member.ageGroup'] },
    { measures: ['MemberSnapshot.countMembers', 'MemberSnapshot.femaleCount'], dimensions: ['Member.addressState'] },
    { measures: ['MemberSnapshot.deathCoverCount', 'SuperScore.scoredMembers'], dimensions: ['Member.salaryGroup'] },
    {
      measures: ['MemberSnapshot.countMembers'],
      filters: [{ member: 'Member.gender', operator: 'equals', values: ['Female'] }],
      timeDimensions: [{ dimension: 'MemberSnapshot.month', granularity: 'month', dateRange: 'last 12 months' }],
    },
    {
      measures: ['MemberSnapshot.countMembers', 'MemberSnapshot.mobileNumberProvidedCount'],
      dimensions: ['Member.noLifeInsurance'],
      filters: [{ member: 'MemberSnapshot.atYearMonth', operator: 'equals', values: ['202605'] }],
    },
  )
  .chain((asked) => fc.oneof(fc.constant(asked), mutated(asked)))
  .chain((asked) =>
    fc.tuple(fc.constant(asked), fc.array(leaf, { maxLength: 1 }), fc.array(dimension, { maxLength: 1 })),
  )
  .map(([asked, filters, more]) => {
    if (typeof asked !== 'object' || asked === null || Array.isArray(asked)) return asked;
    const { filters: own, dimensions: grouped, ...rest } = asked as Record<string, unknown>;
    return {
      ...rest,
      filters: Array.isArray(own) ? [...(own as unknown[]), ...filters] : filters,
      dimensions: Array.isArray(grouped) ? [...(grouped as unknown[]), ...more] : more,
    };
  });

/** Any value of the parameter `query`. */
export const anyQuery: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 10, arbitrary: query },
  { weight: 10, arbitrary: screenQuery },
  { weight: 1, arbitrary: fc.array(query, { maxLength: 3 }) },
  { weight: 1, arbitrary: oddJson },
);
