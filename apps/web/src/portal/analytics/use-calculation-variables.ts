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
    // Blocked storage: they are asked for again after a reload.
  }
}

/**
 * The yearly figures that cards name. Those of today are kept for the session: they stand in until the answer comes, and where none does.
 * `failed`: there are none to name.
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
