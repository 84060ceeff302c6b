import { sydneyToday } from '../../ui/format';
import { useStoreState } from '../state';
import type { AsOf } from '../slices/as-of.slice';

/** The past moment that the tab shows; null for today. */
export const useAsOf = (): AsOf | null => useStoreState((state) => state.asOf);

/** The date in Sydney, yyyy-MM-dd, at the moment that the tab shows. */
export function useShownToday(): string {
  const asOf = useAsOf();
  return asOf === null ? sydneyToday() : sydneyToday(new Date(asOf.moment));
}
