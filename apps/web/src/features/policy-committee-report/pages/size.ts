import { NO_CELL, type Cell } from '../../../portal/analytics/result';
import type { Fund } from './fund';

/** How many members a plan has, what they own, and who joined and left, month by month. */
export type Size = Pick<Fund, 'months' | 'members' | 'assets' | 'average' | 'salary' | 'age' | 'joined' | 'left'>;

/**
 * Engaged members and what they own at quarter ends, within the months of the whole plan from the first of these to the last. Salaries, ages,
 * joiners and leavers are published of all members only.
 */
export function amongAll(engaged: Size, whole: Size): Size {
  const [first = '', last = ''] = [engaged.months[0], engaged.months.at(-1)];
  const months = whole.months.filter((month) => month >= first && month <= last);
  const taken =
    (from: Size) =>
    (cells: readonly Cell[]): Cell[] =>
      months.map((month) => cells[from.months.indexOf(month)] ?? NO_CELL);
  const [ofEngaged, ofAll] = [taken(engaged), taken(whole)];
  return {
    months,
    members: ofEngaged(engaged.members),
    assets: ofEngaged(engaged.assets),
    average: ofEngaged(engaged.average),
    salary: ofAll(whole.salary),
    age: ofAll(whole.age),
    joined: ofAll(whole.joined),
    left: ofAll(whole.left),
  };
}
