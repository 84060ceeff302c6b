import { useCallback } from 'react';
import { usePlanGroupsQuery } from '../plan/plan.api';
import { fixedOptions, type FilterColumn, type FilterOption } from './filters';

/**
 * The values of each column: undefined until they are known, null where there is nothing to choose from, as of a plan with one company, or
 * where they could not be had; the page works without them.
 */
export function useFilterOptions(
  planId: string | null,
): (column: FilterColumn) => readonly FilterOption[] | null | undefined {
  const { currentData: groups, isError } = usePlanGroupsQuery(planId ?? '', { skip: planId === null });
  return useCallback(
    (column) => {
      const own = column === 'company' ? groups?.companies : column === 'category' ? groups?.categories : undefined;
      if (fixedOptions[column]) return fixedOptions[column];
      if (own === undefined) return isError ? null : undefined;
      return own.length > 1 ? own : null;
    },
    [groups, isError],
  );
}
