import { isCompareKey } from '../compare/compare';
import { filterColumns, readFilters } from '../filters/filters';
import { periodKeys, type PeriodKey } from '../period/period';
import type { ViewChoice } from '../slices/view.slice';

/** The view that an address names; `plan` is the plan's id. */
export interface ViewAddress extends ViewChoice {
  plan: string | null;
}

const own = ['plan', 'period', 'compare', 'engaged', ...filterColumns];

const isPeriodKey = (key: string | null): key is PeriodKey => periodKeys.some((known) => known === key);

/**
 * The view that an address names; null without one. One parameter is enough: missing ones have their defaults, so
 * that an address means the same to every user.
 */
export function readAddress(search: string): ViewAddress | null {
  const params = new URLSearchParams(search);
  if (!own.some((name) => params.has(name))) return null;
  const period = params.get('period');
  const compare = params.get('compare');
  return {
    plan: params.get('plan') || null,
    engaged: params.get('engaged') === '1',
    period: isPeriodKey(period) ? period : null,
    compare: isCompareKey(compare) ? compare : null,
    filters: readFilters(params),
  };
}

/** The period and the comparison in an address that do not exist, as they are written there. */
export function unknownIn(search: string): string[] {
  const params = new URLSearchParams(search);
  const [period, compare] = [params.get('period') || null, params.get('compare') || null];
  return [
    ...(period === null || isPeriodKey(period) ? [] : [period]),
    ...(compare === null || isCompareKey(compare) ? [] : [compare]),
  ];
}

/** The query string of an address with this view. Other parameters, such as a metric's dimensions, stay. */
export function writeAddress(search: string, { plan, engaged, period, compare, filters }: ViewAddress): string {
  const others = [...new URLSearchParams(search)].filter(([name]) => !own.includes(name));
  const params = new URLSearchParams([
    ...(plan === null ? [] : [['plan', plan]]),
    ...(period === null ? [] : [['period', period]]),
    ...(compare === null ? [] : [['compare', compare]]),
    ...(engaged ? [['engaged', '1']] : []),
    ...filterColumns.flatMap((column) => (filters[column] ?? []).map((value) => [column, value])),
    ...others,
  ]);
  return params.size === 0 ? '' : `?${params}`;
}
