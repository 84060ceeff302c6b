import type { AnalyticsQuery } from '@superscope/contracts/analytics/query';
import { mapLoaded, together, type Loaded } from '../../../portal/analytics/loaded';
import type { View } from '../../../portal/analytics/figures-view';
import { label, NO_CELL, series, type Cell, type Row } from '../../../portal/analytics/result';
import { useFigures } from '../../../portal/analytics/use-figures';
import { firstOfMonth, quarterEndBefore } from '../../../portal/period/period';
import { ASSETS, trendsQuery } from './figures';

/** An option that 11 or more members hold. */
export interface Option {
  code: string;
  name: string;
  members: Cell;
  /** Published dollars. */
  balance: number;
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
  /** Published assets of the plan at the quarter end, in dollars; null if not published. */
  total: number | null;
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

/** The options that members hold, as published, with what the platform says about each. */
function holdingsOf(
  held: readonly Row[],
  published: readonly Row[],
  total: number | null,
  quarterEnd: string,
): Holdings {
  const all = held.map((row) => {
    const code = row.text('AssetOwned.assetCode') ?? '';
    const about = published.find((each) => each.text('Asset.assetCode') === code);
    const growth = about?.text('Asset.growthPercent') ?? null;
    return {
      code,
      name: row.text('AssetOwned.name') ?? code,
      members: row.cell('AssetOwned.members'),
      balance: row.cell('AssetOwned.balance').value,
      lifestage: label(about?.text('Asset.isLifecycle') ?? '') === 'Yes',
      growth: growth === null ? null : Number(growth),
    };
  });
  const options = all.flatMap(({ balance, ...rest }) =>
    balance === null || balance <= 0 ? [] : [{ ...rest, balance }],
  );
  return {
    quarterEnd,
    options: options.toSorted((a, b) => b.balance - a.balance || a.code.localeCompare(b.code)),
    unpublished: all.filter(({ balance }) => balance === null).length,
    total,
  };
}

export function useHoldings(whole: View): Loaded<Holdings> {
  const all = together(useFigures(whole, owned), useFigures(whole, assets), useFigures(whole, trendsQuery));
  return mapLoaded(all, ([held, published, trends]) => {
    const end = quarterEndBefore(whole.dateRange[1]);
    const at = trends.months.indexOf(end.slice(0, 7));
    const total = (series(trends.rows, trends.months, ASSETS)[at] ?? NO_CELL).value;
    return holdingsOf(held.rows, published.rows, total, end);
  });
}

export interface Growth {
  growth: number;
  defensive: number;
}

/** Dollars in growth and in defensive investments, of the options whose growth is known. Null without any. */
export function growthOf(options: readonly Option[]): Growth | null {
  const known = options.filter(({ growth }) => growth !== null);
  if (known.length === 0) return null;
  const growth = known.reduce((sum, option) => sum + (option.balance * option.growth!) / 100, 0);
  const all = known.reduce((sum, { balance }) => sum + balance, 0);
  return { growth, defensive: all - growth };
}
export const growthShare = (of: Growth | null): number | null =>
  of === null || of.growth + of.defensive === 0 ? null : (100 * of.growth) / (of.growth + of.defensive);
export const sumOfBalances = (options: readonly Option[]) => options.reduce((sum, { balance }) => sum + balance, 0);
