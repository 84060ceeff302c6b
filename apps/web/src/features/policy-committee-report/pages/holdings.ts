import type { AnalyticsQuery } from '@superscope/contracts/analytics/query';
import { mapLoaded, together, type Loaded } from '../../../portal/analytics/loaded';
import type { View } from '../../../portal/analytics/figures-view';
import { label, NO_CELL, series, type Cell, type Row } from '../../../portal/analytics/result';
import { useFigures } from '../../../portal/analytics/use-figures';
import { firstOfMonth, quarterEndBefore } from '../../../portal/period/period';
import { shortDollarsWithin } from '../../../ui/format';
import { ASSETS, trendsQuery } from './figures';

/** Published dollars, and how far they may be from the true ones. */
export interface Amount {
  dollars: number;
  margin: number;
}

/** An option whose balance is published. */
export interface Option {
  code: string;
  name: string;
  members: Cell;
  balance: Amount;
  lifestage: boolean;
  /** 0..100; null if not known. */
  growth: number | null;
}
export interface Holdings {
  /** yyyy-MM-dd */
  quarterEnd: string;
  /** The largest first. */
  options: Option[];
  /** Options whose balance is not published. */
  unpublished: number;
  /** Whether anything is known of what members hold at the quarter end. */
  known: boolean;
  /** Published assets of the plan at the quarter end; null if not published. */
  total: Amount | null;
}

const owned = ({ planId, dateRange }: View): AnalyticsQuery => {
  const end = quarterEndBefore(dateRange[1]);
  return {
    measures: ['AssetOwned.members', 'AssetOwned.balance'],
    dimensions: ['AssetOwned.assetCode', 'AssetOwned.name'],
    filters: [{ member: 'AssetOwned.planId', operator: 'equals', values: [planId] }],
    timeDimensions: [{ dimension: 'AssetOwned.month', granularity: 'month', dateRange: [firstOfMonth(end), end] }],
  };
};
const assets = ({ planId }: View): AnalyticsQuery => ({
  measures: ['Asset.count'],
  dimensions: ['Asset.assetCode', 'Asset.growthPercent', 'Asset.isLifecycle'],
  filters: [{ member: 'Asset.planId', operator: 'equals', values: [planId] }],
});

export const within = ({ dollars, margin }: Amount): string => shortDollarsWithin(dollars, margin);

const amountOf = ({ value, margin }: Cell): Amount | null =>
  value === null ? null : { dollars: value, margin: margin ?? 0 };

/** Each amount has its own noise, so the squares of the margins add up. */
export const sumOfAmounts = (amounts: readonly Amount[]): Amount => ({
  dollars: amounts.reduce((sum, { dollars }) => sum + dollars, 0),
  margin: Math.hypot(...amounts.map(({ margin }) => margin)),
});

/** The options that members hold, as published, with what the platform says about each. */
function holdingsOf(held: readonly Row[], published: readonly Row[], total: Cell, quarterEnd: string): Holdings {
  const all = held.map((row) => {
    const code = row.text('AssetOwned.assetCode') ?? '';
    const about = published.find((each) => each.text('Asset.assetCode') === code);
    const growth = about?.text('Asset.growthPercent') ?? null;
    return {
      code,
      name: row.text('AssetOwned.name') ?? code,
      members: row.cell('AssetOwned.members'),
      balance: amountOf(row.cell('AssetOwned.balance')),
      lifestage: label(about?.text('Asset.isLifecycle') ?? '') === 'Yes',
      growth: growth === null ? null : Number(growth),
    };
  });
  const options = all.flatMap(({ balance, ...rest }) =>
    balance === null || balance.dollars <= 0 ? [] : [{ ...rest, balance }],
  );
  return {
    quarterEnd,
    options: options.toSorted((a, b) => b.balance.dollars - a.balance.dollars || a.code.localeCompare(b.code)),
    unpublished: all.length - options.length,
    // Where holdings were never imported, nothing is published of any option, not even that few hold it.
    known: options.length > 0 || all.some(({ members }) => members.value !== null || members.withheld === '<11'),
    total: amountOf(total),
  };
}

export function useHoldings(whole: View): Loaded<Holdings> {
  const all = together(useFigures(whole, owned), useFigures(whole, assets), useFigures(whole, trendsQuery));
  return mapLoaded(all, ([held, published, trends]) => {
    const end = quarterEndBefore(whole.dateRange[1]);
    const at = trends.months.indexOf(end.slice(0, 7));
    const total = series(trends.rows, trends.months, ASSETS)[at] ?? NO_CELL;
    return holdingsOf(held.rows, published.rows, total, end);
  });
}

export const sumOfBalances = (options: readonly Option[]): Amount =>
  sumOfAmounts(options.map(({ balance }) => balance));

/** The plan's published total; the sum of its options where that is more, which only reports of earlier moments can have. */
export function wholeOf({ options, total }: Holdings): Amount {
  const shown = sumOfBalances(options);
  return total !== null && total.dollars >= shown.dollars ? total : shown;
}

/** What remains of the plan's total beside some of its options. */
export function restBeside(options: readonly Option[], holdings: Holdings): Amount {
  const [whole, shown] = [wholeOf(holdings), sumOfBalances(options)];
  return { dollars: whole.dollars - shown.dollars, margin: Math.hypot(whole.margin, shown.margin) };
}

/** What is not in the options shown. */
export const OTHERS = 'Other options, and those that few hold';
/** In place of options that are less than half of the plan's assets. */
export const UNSHOWN =
  'An option is shown where its margin is at most a quarter of it, which takes about 60 members who hold it. Less than half of the plan’s assets are in such options.';

/** Whether there is something to say of what the plan's assets are invested in. */
export const isHeldKnown = ({ known, total }: Holdings): boolean => known && total !== null;

/** Whether the published options are at least half of the plan's assets. With less, a page says that they are not published. */
export const isHalfShown = (holdings: Holdings): boolean =>
  holdings.options.length > 0 && 2 * sumOfBalances(holdings.options).dollars >= wholeOf(holdings).dollars;

export interface Growth {
  growth: Amount;
  defensive: Amount;
}

/** What is in growth and in defensive investments, of the options whose growth is known. Null without any. */
export function growthOf(options: readonly Option[]): Growth | null {
  const known = options.flatMap(({ balance, growth }) => (growth === null ? [] : [{ balance, growth }]));
  if (known.length === 0) return null;
  const part = (partOf: (growth: number) => number) =>
    sumOfAmounts(
      known.map(({ balance, growth }) => ({
        dollars: (balance.dollars * partOf(growth)) / 100,
        margin: (balance.margin * partOf(growth)) / 100,
      })),
    );
  return { growth: part((growth) => growth), defensive: part((growth) => 100 - growth) };
}
export function growthShare(of: Growth | null): number | null {
  const all = of === null ? 0 : of.growth.dollars + of.defensive.dollars;
  return of === null || all === 0 ? null : (100 * of.growth.dollars) / all;
}
