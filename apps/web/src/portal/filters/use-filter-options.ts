import { useCallback } from 'react';
import { usePlanGroupsQuery } from '../plan/plan.api';
import { fixedOptions, type FilterColumn, type FilterOption } from './filters';

/**
 * The values of each column. Null where there is nothing to choose from: companies and categories of a plan that has one, or while they
 * are not known; without them the page works all the same.
 */
export function useFilterOptions(planId: string | null): (column: FilterColumn) => readonly FilterOption[] | null {
  const { currentData: groups } = usePlanGroupsQuery(planId ?? '', { skip: planId === null });
  return useCallback(
    (column) => {
      const own = column === 'company' ? groups?.companies : column === 'category' ? groups?.categories : undefined;
      return fixedOptions[column] ?? (own !== undefined && own.length > 1 ? own : null);
    },
    [groups],
  );
}
