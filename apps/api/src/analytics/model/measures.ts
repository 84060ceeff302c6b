import type { PublishedAs } from './published-as.js';
import { readable, type Measure, type Part, type Source } from './cube-member.js';
import { centsAsDollars, onePart, ratio } from './formula.js';

const titled = (name: string): Pick<Measure, 'name' | 'title' | 'shortTitle'> => {
  const [cube = '', member = ''] = name.split('.');
  return { name, title: `${readable(cube)} ${readable(member)}`, shortTitle: readable(member) };
};

/** Counts the rows that fulfil a condition. */
export const rowsWhere = (key: string, condition: string): Part => ({
  key,
  sql: (when) => `countIf(${when === null ? condition : `${condition} AND ${when}`})`,
});

export const members: Part = {
  key: 'members',
  sql: (when) => (when === null ? 'count()' : `countIf(${when})`),
  overMonths: (when) => (when === null ? 'uniqExact(member_id)' : `uniqExactIf(member_id, ${when})`),
};

const sumOf = (key: string, expression: string): Part => ({
  key: `sum_${key}`,
  sql: (when) => (when === null ? `sum(${expression})` : `sumIf(${expression}, ${when})`),
});

const known = (key: string, expression: string): Part => rowsWhere(`known_${key}`, `${expression} IS NOT NULL`);

/** Counts members rather than rows: twelve months of one member are one member. */
const differentMembers = (key: string, condition: string): Part => ({
  ...rowsWhere(`people_${key}`, condition),
  overMonths: (when) => `uniqExactIf(member_id, ${when === null ? condition : `${condition} AND ${when}`})`,
});

const base = (name: string, source: Source = 'memberMonth') => ({
  kind: 'measure' as const,
  ...titled(name),
  source,
});

export const countOfMembers = (name: string): Measure => ({
  ...base(name),
  aggType: 'count',
  parts: [members],
  ...onePart,
  published: { as: 'headcount' },
});

/** The value is first a count, which becomes a share once all rows are known. */
export const shareOfMembers = (name: string): Measure => ({
  ...countOfMembers(name),
  aggType: 'number',
  format: 'percent',
  share: true,
  published: { as: 'share' },
});

/**
 * Counts the members of a group that fulfil a condition. Over several months, `events` counts every occurrence, and `people` counts each
 * member once.
 */
export const countWhere = (
  name: string,
  key: string,
  condition: string,
  published: PublishedAs,
  flow?: 'events' | 'people',
): Measure => ({
  ...base(name),
  aggType: 'count',
  ...(flow ? { flow: true } : {}),
  parts: [flow === 'people' ? differentMembers(key, condition) : rowsWhere(key, condition)],
  ...onePart,
  rows: condition,
  published,
});

/** The measure, with the rows of those who left in the month. */
export const withLeavers = (measure: Measure): Measure => ({ ...measure, leavers: true });

/** The percentage of the members for whom it is known, 0..100. */
export const percentWhere = (
  name: string,
  key: string,
  condition: string,
  knownWhere: string,
  published: PublishedAs,
): Measure => ({
  ...base(name),
  aggType: 'number',
  format: 'percent',
  parts: [rowsWhere(key, condition), rowsWhere(`known_of_${key}`, knownWhere)],
  ...ratio({ times: 100, scale: 10_000 }),
  rows: condition,
  published,
});

export const totalDollars = (name: string, column: string, published: PublishedAs): Measure => ({
  ...base(name),
  aggType: 'sum',
  format: 'currency',
  parts: [sumOf(column, column)],
  ...centsAsDollars,
  rows: `${column} IS NOT NULL`,
  published,
});

/** Dollars that flow in a month, so that a year's amount is the sum of its months' amounts. */
export const flowDollars = (name: string, key: string, columns: readonly string[], published: PublishedAs): Measure => {
  const given = columns.map((column) => `${column} IS NOT NULL`).join(' OR ');
  const sum = columns.length === 1 ? columns[0]! : columns.map((column) => `ifNull(${column}, 0)`).join(' + ');
  return {
    ...base(name),
    aggType: 'sum',
    format: 'currency',
    flow: true,
    parts: [sumOf(key, sum)],
    ...centsAsDollars,
    rows: `(${given})`,
    published,
  };
};

export const averageDollars = (name: string, column: string, published: PublishedAs): Measure => ({
  ...base(name),
  aggType: 'avg',
  format: 'currency',
  parts: [sumOf(column, column), known(column, column)],
  ...ratio({ unit: 100, scale: 100 }),
  rows: `${column} IS NOT NULL`,
  published,
});

/** The mean of a column, divided by `unit`, with six decimals. */
export const average = (name: string, column: string, unit: number, published: PublishedAs): Measure => ({
  ...base(name),
  aggType: 'avg',
  format: 'number',
  parts: [sumOf(column, column), known(column, column)],
  ...ratio({ unit, scale: 1_000_000 }),
  rows: `${column} IS NOT NULL`,
  published,
});

export const ratioOfSums = (
  name: string,
  over: string,
  under: string,
  where: string,
  key: string,
  published: PublishedAs,
): Measure => ({
  ...base(name),
  aggType: 'number',
  format: 'number',
  parts: [sumOf(`${key}_over`, `if(${where}, ${over}, 0)`), sumOf(`${key}_under`, `if(${where}, ${under}, 0)`)],
  ...ratio({ times: 100, scale: 10_000 }),
  rows: where,
  published,
});

/** A measure of rows other than members of a month, such as campaign runs and contact requests. */
export const counted = (
  name: string,
  source: Source,
  aggType: Measure['aggType'],
  parts: readonly Part[],
  published: PublishedAs,
  format?: Measure['format'],
): Measure => ({
  ...base(name, source),
  aggType,
  ...(format ? { format } : {}),
  parts,
  ...onePart,
  published,
});
