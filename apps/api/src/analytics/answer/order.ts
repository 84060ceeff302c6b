import type { AnalyticsValue } from '@superscope/contracts/analytics/answer';
import type { NormalizedQuery } from '@superscope/contracts/analytics/query';

type Row = Readonly<Record<string, AnalyticsValue>>;

/** Texts are ordered by code points, as ClickHouse orders them. JavaScript orders by halves of those beyond U+FFFF. */
function compareTexts(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at += 1) {
    const [left, right] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (left !== right) return inOrder(left) - inOrder(right);
  }
  return a.length - b.length;
}

/** Halves of a code point beyond U+FFFF come after all others. */
const inOrder = (unit: number): number => (unit < 0xd800 ? unit : unit < 0xe000 ? unit + 0x2000 : unit - 0x800);

function compareValues(a: AnalyticsValue, b: AnalyticsValue): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return compareTexts(String(a), String(b));
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
