import type { CalculationVariables } from '@superscope/contracts/calculation-variables';
import { useEffect } from 'react';
import { useUnfinished } from '../../ui/unfinished';
import { useAsOf } from '../as-of/use-as-of';
import { useCalculationVariablesQuery } from './super-score.api';

const KEY = 'calculationVariables';

function keptVariables(): CalculationVariables | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as CalculationVariables | null;
  } catch {
    return null;
  }
}

function keep(variables: CalculationVariables): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(variables));
  } catch {
    // Storage is blocked: the variables are fetched again after a reload.
  }
}

/**
 * The yearly figures that cards mention, such as the concessional cap. Today's figures are kept in session storage and used until the
 * answer comes, or if it fails. `failed`: there are no figures at all.
 */
export function useCalculationVariables(): { variables: CalculationVariables | null; failed: boolean } {
  const { data, isError } = useCalculationVariablesQuery();
  const isToday = useAsOf() === null;
  useEffect(() => {
    if (data && isToday) keep(data);
  }, [data, isToday]);
  const variables = data ?? (isToday ? keptVariables() : null);
  const failed = isError && variables === null;
  useUnfinished(failed ? 'failed' : null);
  return { variables, failed };
}
