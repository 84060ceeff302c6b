import { useCallback, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { keepsPlace } from '../scroll/keeps-place';
import { noFilters } from '../filters/filters';
import { usualChoice } from '../slices/view.slice';
import { useStoreState } from '../state';
import { readAddress, writeAddress, type ViewAddress } from './view-address';

/** The view in the address; null where the session decides. */
export function useGivenView(): ViewAddress | null {
  const { search } = useLocation();
  return useMemo(() => readAddress(search), [search]);
}

/** The view of pages of figures: the one in the address, otherwise the one that the session keeps. */
export function useShownView(): ViewAddress {
  const given = useGivenView();
  const plan = useStoreState(({ currentPlan }) => currentPlan?.id ?? null);
  const { engaged, period, compare, filters } = useStoreState(({ view }) => view);
  return useMemo(
    () => (given ? { ...given, plan: given.plan ?? plan } : { plan, engaged, period, compare, filters }),
    [given, plan, engaged, period, compare, filters],
  );
}

/** Changes the view by going to a new address, so that the browser's Back leads to the previous view. */
export function useChangeView() {
  const shown = useShownView();
  const navigate = useNavigate();
  const { search, hash } = useLocation();
  return useCallback(
    (to: Partial<ViewAddress>, planName?: string) => {
      // Another plan starts from the defaults.
      const isOther = to.plan !== undefined && to.plan !== shown.plan;
      const next = { ...shown, ...(isOther ? usualChoice : {}), ...to };
      void navigate({ search: writeAddress(search, next), hash }, { state: { ...keepsPlace, planName } });
    },
    [shown, navigate, search, hash],
  );
}

/** The same of the whole plan: without the filters that this page has, and what compares them. */
export function useWholeViewLink() {
  const shown = useShownView();
  return useCallback(
    (path: string) => `${path}${writeAddress('', { ...shown, engaged: false, filters: noFilters, compare: null })}`,
    [shown],
  );
}

/** The address of another page of figures with the same view, also for another tab or another person. */
export function useViewLink() {
  const shown = useShownView();
  return useCallback((path: string) => `${path}${writeAddress('', shown)}`, [shown]);
}
