import type { AnalyticsValue } from '@superscope/contracts/analytics/answer';
import type { NormalizedQuery } from '@superscope/contracts/analytics/query';

type Row = Readonly<Record<string, AnalyticsValue>>;

function compareValues(a: AnalyticsValue, b: AnalyticsValue): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0;
}

/** Compares rows by the query's order and then by their groups, so that the order of tied rows (such as withheld ones) reveals nothing. */
export function compareRows(a: Row, b: Row, order: NormalizedQuery['order'], keys: readonly string[]): number {
  const pairs = [...order, ...keys.map((id) => ({ id, desc: false }))];
  for (const { id, desc } of pairs) {
    const left = a[id] ?? null;
    const right = b[id] ?? null;
    if (left === right) continue;
    // Null comes last in either direction.
    if (left === null) return 1;
    if (right === null) return -1;
    const compared = compareValues(left, right);
    if (compared !== 0) return desc ? -compared : compared;
  }
  return 0;
}
