import { useCallback } from 'react';
import { usePlanGroupsQuery } from './plan.api';
import { fixedOptions, type FilterColumn, type FilterOption } from '../filters/filters';

interface FilterOptions {
  /** The values of a column. Undefined until they are known; null if there is no choice, as in a plan with one company, or on failure. */
  of: (column: FilterColumn) => readonly FilterOption[] | null | undefined;
  /** Its values did not load; the page works without them. */
  failed: (column: FilterColumn) => boolean;
  retry: () => void;
}

export function useFilterOptions(planId: string | null): FilterOptions {
  const asked = usePlanGroupsQuery(planId ?? '', { skip: planId === null });
  const { currentData: groups, isError, isFetching, refetch } = asked;
  const of = useCallback(
    (column: FilterColumn) => {
      const own = column === 'company' ? groups?.companies : column === 'category' ? groups?.categories : undefined;
      if (fixedOptions[column]) return fixedOptions[column];
      if (own === undefined) return isError ? null : undefined;
      return own.length > 1 ? own : null;
    },
    [groups, isError],
  );
  const failed = useCallback(
    (column: FilterColumn) => isError && !isFetching && groups === undefined && !fixedOptions[column],
    [groups, isError, isFetching],
  );
  return { of, failed, retry: () => void refetch() };
}
