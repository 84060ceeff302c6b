import { useMemo } from 'react';
import type { MeasureName } from '@superscope/contracts/analytics/names';
import { COUNT, monthlyQuery, type View } from '../../../portal/analytics/figures-view';
import { mapLoaded, type Loaded } from '../../../portal/analytics/loaded';
import { cell, series, withheldCell, type Cell } from '../../../portal/analytics/result';
import { useFigures } from '../../../portal/analytics/use-figures';
import { monthOf, monthsBefore } from '../../../portal/period/period';
import { number } from '../../../ui/format';
import type { Report } from '../report';
import { AGE, ASSETS, AVERAGE, SALARY } from './figures';

const measures = {
  members: COUNT,
  assets: ASSETS,
  average: AVERAGE,
  salary: SALARY,
  age: AGE,
  joined: 'MemberSnapshot.newMembers',
  left: 'MemberSnapshot.exitedMembers',
  employer: 'MemberSnapshot.employerContributions',
  sacrifice: 'MemberSnapshot.salarySacrificeContributions',
  personal: 'MemberSnapshot.personalContributions',
  fees: 'MemberSnapshot.fees',
  premium: 'MemberSnapshot.averageInsurancePremium',
} as const satisfies Record<string, MeasureName>;
type Name = keyof typeof measures;

/** The money and the people of a plan, month by month. Dollars; `premiums` is the published average times the members. */
export type Fund = Record<Name | 'premiums', Cell[]> & { months: string[] };

/** A view from a year before it on, or from the plan's first month (yyyy-MM). */
export function fromYearBefore(view: View, firstMonth: string | null): View {
  const [start, end] = view.dateRange;
  const earliest = `${firstMonth ?? monthOf(start)}-01`;
  const from = monthsBefore(start, YEAR);
  return { ...view, dateRange: [from < earliest ? (start < earliest ? start : earliest) : from, end] };
}
const YEAR = 12;

/** What figures of several months say of those in a view. */
export function withinView<T extends { months: string[] } & Partial<Fund>>(
  fund: T,
  { dateRange: [start, end] }: View,
): T {
  const isIn = fund.months.map((month) => month >= monthOf(start) && month <= monthOf(end));
  return Object.fromEntries(
    Object.entries(fund).map(([name, of]) => [name, (of as unknown[]).filter((_, i) => isIn[i])]),
  ) as T;
}

const fundQuery = (view: View) => monthlyQuery(view, Object.values(measures));

export function useFund(view: View): Loaded<Fund> {
  return mapLoaded(useFigures(view, fundQuery), ({ rows, months }) => {
    const of = (name: Name) => series(rows, months, measures[name]);
    const [members, premium] = [of('members'), of('premium')];
    return {
      months,
      members,
      assets: of('assets'),
      average: of('average'),
      salary: of('salary'),
      age: of('age'),
      joined: of('joined'),
      left: of('left'),
      employer: of('employer'),
      sacrifice: of('sacrifice'),
      personal: of('personal'),
      fees: of('fees'),
      premium,
      premiums: premium.map((each, i) => {
        const count = members[i]!.value;
        if (each.withheld !== null) return withheldCell(each.withheld);
        return each.value === null || count === null ? cell(null) : cell(each.value * count);
      }),
    };
  });
}

/** The figures of a report's months, and the same from a year before. */
export interface FundYears {
  fund: Fund;
  all: Fund;
}

export function useFundYears({ whole, plan }: Report): Loaded<FundYears> {
  const long = useMemo(() => fromYearBefore(whole, plan.firstMonth), [whole, plan.firstMonth]);
  return mapLoaded(useFund(long), (all) => ({ all, fund: withinView(all, whole) }));
}

/** Whole thousands of dollars, such as −1,059. */
export function thousands(value: number): string {
  const rounded = Math.round(value / 1000);
  return rounded < 0 ? `−${number(-rounded)}` : number(rounded);
}
