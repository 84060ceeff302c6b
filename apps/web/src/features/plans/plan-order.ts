import type { PlanSummary } from '@superscope/contracts/plans-overview';

export const columns = ['name', 'members', 'score', 'change', 'attention'] as const;
export type Column = (typeof columns)[number];
export type Direction = 'ascending' | 'descending';

/** The sort value of a column; null without one. */
const keys: Record<Column, (plan: PlanSummary) => string | number | null> = {
  name: ({ name }) => name.toLowerCase(),
  members: ({ members, withheld }) => members ?? (withheld.members === '<11' ? 0 : null),
  score: ({ score }) => score,
  // An unclear change counts as none.
  change: ({ change }) => change && (change.clear ? change.by : 0),
  attention: ({ attention }) => attention && attention.length,
};

/** The direction that a column is first sorted in: names from A, numbers from the largest. */
export const firstDirection = (column: Column): Direction => (column === 'name' ? 'ascending' : 'descending');

/** Plans without a figure stand last in either direction; equal ones by name. */
export function sorted(plans: readonly PlanSummary[], column: Column, direction: Direction): PlanSummary[] {
  const sign = direction === 'ascending' ? 1 : -1;
  const key = keys[column];
  return plans.toSorted((a, b) => {
    const [one, other] = [key(a), key(b)];
    if (one === null || other === null) return Number(one === null) - Number(other === null) || byName(a, b);
    return one === other ? byName(a, b) : one < other ? -sign : sign;
  });
}

const byName = (a: PlanSummary, b: PlanSummary) => a.name.localeCompare(b.name);
