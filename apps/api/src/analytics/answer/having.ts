import type { AnalyticsValue } from '@superscope/contracts/analytics/answer';
import type { NormalizedFilterNode } from '@superscope/contracts/analytics/query';

/**
 * Whether a published row matches a filter on measures. If rows may be withheld, an unknown value matches no filter,
 * so that filters reveal nothing; otherwise (`complete`) it differs from every number.
 */
export function fulfils(
  filter: NormalizedFilterNode,
  row: Readonly<Record<string, AnalyticsValue>>,
  complete: boolean,
): boolean {
  if ('and' in filter) return filter.and.every((each) => fulfils(each, row, complete));
  if ('or' in filter) return filter.or.some((each) => fulfils(each, row, complete));
  const value = row[filter.member] ?? null;
  if (filter.operator === 'notSet') return value === null;
  if (filter.operator === 'set') return value !== null;
  if (value === null) return complete && (filter.operator === 'notEquals' || filter.operator === 'notIn');
  const numbers = filter.values!.map(Number);
  const measured = Number(value);
  switch (filter.operator) {
    case 'equals':
    case 'in':
      return numbers.includes(measured);
    case 'notEquals':
    case 'notIn':
      return !numbers.includes(measured);
    case 'gt':
      return measured > numbers[0]!;
    case 'gte':
      return measured >= numbers[0]!;
    case 'lt':
      return measured < numbers[0]!;
    default:
      return measured <= numbers[0]!;
  }
}
