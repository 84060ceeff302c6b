import { BadQuery } from './bad-query.js';

/** Keys of Cube's query language. The last two have no effect here: answers are always fresh, and in the default format. */
export const ofQuery = [
  ...['measures', 'dimensions', 'segments', 'filters', 'timeDimensions', 'order', 'limit', 'rowLimit', 'offset'],
  ...['total', 'timezone', 'ungrouped', 'renewQuery', 'responseFormat'],
];
export const ofTimeDimension = ['dimension', 'granularity', 'dateRange', 'compareDateRange'] as const;
export const ofFilter = ['member', 'dimension', 'operator', 'values'] as const;

/** Throws BadQuery naming the first unknown key: a misspelt filter must not widen an answer. */
export function refuseUnknown(value: unknown, known: readonly string[], what: string): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  const unknown = Object.entries(value).find(([key, each]) => each !== undefined && !known.includes(key));
  if (unknown !== undefined) throw new BadQuery(`${what} has no '${unknown[0].slice(0, 100)}'`);
}
