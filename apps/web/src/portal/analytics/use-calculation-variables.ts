import type { CalculationVariables } from '@superscope/contracts/calculation-variables';
import { useEffect } from 'react';
import { useUnfinished } from '../../ui/unfinished';
import { useAsOf } from '../as-of/use-as-of';
import { monthOf } from '../period/period';
import type { View } from './figures-view';
import { useCalculationVariablesQuery } from './super-score.api';

const KEY = 'calculationVariables';

/** Figures of today are one set for all plans, and those of a closed month the plan's own. */
const keyOf = (of: { planId: string; month: string } | undefined) => (of ? `${KEY} ${of.planId} ${of.month}` : KEY);

function keptVariables(key: string): CalculationVariables | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as CalculationVariables | null;
  } catch {
    return null;
  }
}

function keep(key: string, variables: CalculationVariables): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(variables));
  } catch {
    // Storage is blocked: the variables are fetched again after a reload.
  }
}

/**
 * The yearly figures that cards mention, such as the concessional cap: those by which the shown figures were derived. For employers a closed
 * month stays as it was, also after another set is saved; exact figures are derived again by the newest. They are kept in session storage and
 * used until the answer comes, or if it fails. `failed`: there are no figures at all.
 */
export function useCalculationVariables({
  planId,
  audience,
  dateRange: [, end],
}: Pick<View, 'planId' | 'audience' | 'dateRange'>): { variables: CalculationVariables | null; failed: boolean } {
  const of = audience === 'employer' ? { planId, month: monthOf(end) } : undefined;
  const { currentData, isError } = useCalculationVariablesQuery(of);
  const isToday = useAsOf() === null;
  const key = keyOf(of);
  useEffect(() => {
    if (currentData && isToday) keep(key, currentData);
  }, [currentData, isToday, key]);
  const variables = currentData ?? (isToday ? keptVariables(key) : null);
  const failed = isError && variables === null;
  // A file shows no figures that were kept, and is not made before they are there.
  useUnfinished(failed ? 'failed' : currentData === undefined && !isError ? 'loading' : null);
  return { variables, failed };
}
