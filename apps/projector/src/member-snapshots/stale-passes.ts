import { membersWorthPicking, type StaleMonths } from '../runtime/deriving/derivation.js';

/** Reading and publishing some members' months separately costs about as much as this many rows more. */
const rowsWorthAPass = 1_000;

/**
 * The fewest ranges that are worth deriving separately: one for everything that is stale, or one of months that are stale for all members
 * and then one of members whose other months are stale too. A month's new file comes with a few revised members, and derived together with
 * them it would mean every month of every member.
 *
 * `rowsByMonth` has the number of rows of each of the plan's months (yyyy-MM).
 */
export function stalePasses(ranges: readonly StaleMonths[], rowsByMonth: ReadonlyMap<string, number>): StaleMonths[] {
  const forAll = ranges.filter(({ members }) => members === null);
  const forSome = ranges.filter(({ members }) => members !== null);
  const together = merged(ranges);
  if (forAll.length === 0 || forSome.length === 0) return [together];
  const [all, some] = [merged(forAll), merged(forSome)];
  const picked = some.members?.length ?? Infinity;
  let [rows, separately] = [0, rowsWorthAPass];
  for (const [month, ofMonth] of rowsByMonth) {
    if (!isIn(together, month)) continue;
    rows += ofMonth;
    if (isIn(all, month)) separately += ofMonth;
    else if (isIn(some, month)) separately += Math.min(picked, ofMonth);
  }
  return picked > membersWorthPicking || rows <= separately ? [{ ...together, members: null }] : [all, some];
}

const isIn = ({ fromMonth, toMonth }: StaleMonths, month: string): boolean => month >= fromMonth && month <= toMonth;

const merged = (ranges: readonly StaleMonths[]): StaleMonths => ({
  fromMonth: ranges.map(({ fromMonth }) => fromMonth).reduce((a, b) => (a < b ? a : b)),
  toMonth: ranges.map(({ toMonth }) => toMonth).reduce((a, b) => (a > b ? a : b)),
  members: ranges.some(({ members }) => members === null)
    ? null
    : [...new Set(ranges.flatMap(({ members }) => members ?? []))],
  recordedFrom: ranges.map(({ recordedFrom }) => recordedFrom).reduce((a, b) => (a < b ? a : b)),
});
