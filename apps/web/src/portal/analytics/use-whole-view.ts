import { useMemo } from 'react';
import type { View } from './figures-view';
import { isNarrowed, noFilters } from '../filters/filters';

/** The view without its filters, for what is about the whole plan whatever a page's filters are. */
export const useWholeView = (view: View): View =>
  useMemo(() => (isNarrowed(view) ? { ...view, engaged: false, filters: noFilters, compare: null } : view), [view]);
