import type { EffectFigure } from '@superscope/contracts/import-effect';
import { isUsual, usualRange } from '@superscope/domain/file-check/usual-range';
import { usualMonths, type MonthFigures } from './last-months.js';

type ByMonth = ReadonlyMap<string, MonthFigures>;

const average = ({ members, balances }: MonthFigures): number => (members === 0 ? 0 : balances / members);

const measures: readonly { name: string; unit: 'count' | 'dollars'; of: (figures: MonthFigures) => number }[] = [
  { name: 'Members', unit: 'count', of: ({ members }) => members },
  { name: 'Balances together', unit: 'dollars', of: ({ balances }) => balances },
  { name: 'Average balance', unit: 'dollars', of: average },
];

const sum = (figures: readonly MonthFigures[]): MonthFigures => ({
  members: figures.reduce((total, { members }) => total + members, 0),
  balances: figures.reduce((total, { balances }) => total + balances, 0),
});

const changeOf = (unit: 'count' | 'dollars', was: number, is: number): number =>
  unit === 'count' ? is - was : was === 0 ? 0 : (is - was) / Math.abs(was);

/**
 * Headcount and balances of a file's newest month of each plan beside those of the plan's last month, and whether they change as they
 * usually do from month to month. A plan without a month before counts in neither, unless no plan has one.
 */
export function planMonthFigures(
  file: ReadonlyMap<string, ByMonth>,
  stored: ReadonlyMap<string, ByMonth>,
): EffectFigure[] {
  const newestOf = (of: ByMonth) => [...of.keys()].sort().at(-1);
  const plans = [...file.keys()];
  const compared = plans.filter((plan) => (stored.get(plan)?.size ?? 0) > 0);
  const counted = compared.length > 0 ? compared : plans;
  const now = sum(counted.map((plan) => file.get(plan)!.get(newestOf(file.get(plan)!)!)!));
  const lastOf = (plan: string) => stored.get(plan)!.get(newestOf(stored.get(plan)!)!)!;
  const last = compared.length > 0 ? sum(compared.map(lastOf)) : null;
  // A month that is replaced changes less than months do one after the other.
  const isReplaced = compared.some((plan) => newestOf(file.get(plan)!)! <= newestOf(stored.get(plan)!)!);
  const pairs = last === null || isReplaced ? [] : monthsAfterOneAnother(compared, stored, file);
  return measures.map(({ name, unit, of }) => {
    const usual = usualRange(pairs.map(([was, is]) => changeOf(unit, of(was), of(is))));
    const change = last === null ? null : changeOf(unit, of(last), of(now));
    const isOutside = usual !== null && change !== null && !isUsual(change, usual);
    return { name, unit, last: last === null ? null : of(last), now: of(now), usual, isOutside };
  });
}

/** Each two neighbouring months before the file's, of the plans that have both, oldest first. */
function monthsAfterOneAnother(
  plans: readonly string[],
  stored: ReadonlyMap<string, ByMonth>,
  file: ReadonlyMap<string, ByMonth>,
): [MonthFigures, MonthFigures][] {
  const through = [...file.values()]
    .flatMap((of) => [...of.keys()])
    .sort()
    .at(-1)!;
  const months = [...new Set(plans.flatMap((plan) => [...stored.get(plan)!.keys()]))]
    .filter((month) => month < through)
    .sort();
  return months.slice(-usualMonths).flatMap((month, at, all): [MonthFigures, MonthFigures][] => {
    const before = all[at - 1];
    if (before === undefined) return [];
    const both = plans.filter((plan) => stored.get(plan)!.has(before) && stored.get(plan)!.has(month));
    return both.length === 0
      ? []
      : [
          [
            sum(both.map((plan) => stored.get(plan)!.get(before)!)),
            sum(both.map((plan) => stored.get(plan)!.get(month)!)),
          ],
        ];
  });
}
