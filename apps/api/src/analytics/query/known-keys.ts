import { BadQuery } from './bad-query.js';

/** Cube's query language. The last two change nothing here: answers are always renewed, and in the default format. */
export const ofQuery = [
  ...['measures', 'dimensions', 'segments', 'filters', 'timeDimensions', 'order', 'limit', 'rowLimit', 'offset'],
  ...['total', 'timezone', 'ungrouped', 'renewQuery', 'responseFormat'],
];
export const ofTimeDimension = ['dimension', 'granularity', 'dateRange', 'compareDateRange'] as const;
export const ofFilter = ['member', 'dimension', 'operator', 'values'] as const;

/** Throws BadQuery that names the first key that is none of these: a misspelt filter must not widen an answer. */
export function refuseUnknown(value: unknown, known: readonly string[], what: string): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  const unknown = Object.entries(value).find(([key, each]) => each !== undefined && !known.includes(key));
  if (unknown !== undefined) throw new BadQuery(`${what} has no '${unknown[0].slice(0, 100)}'`);
}
