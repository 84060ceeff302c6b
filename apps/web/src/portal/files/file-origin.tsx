import { createContext, useContext, useMemo, type ReactNode } from 'react';
import { date, sydneyToday } from '../../ui/format';
import type { CsvCell } from '../../ui/save-csv';
import type { View } from '../analytics/figures-view';
import { filteredColumns, filterLooks } from '../filters/filters';
import { useFilterOptions } from '../plan/use-filter-options';
import { lastOfMonth } from '../period/period';

/** What files of a page's charts say of themselves. */
interface Origin {
  plan: string;
  /** The filter in words; null without one. */
  filter: string | null;
  /** The day of the page's newest figures, yyyy-MM-dd. */
  day: string;
}
const Origins = createContext<Origin>({ plan: '', filter: null, day: '' });

/** Gives charts below it the plan, the filter and the date for their files. */
export function FileOrigin({ plan, view, children }: { plan: string; view: View; children: ReactNode }) {
  const { engaged, filters } = view;
  // Only the names of companies and categories are asked for.
  const namesGroups = filters.company !== undefined || filters.category !== undefined;
  const options = useFilterOptions(namesGroups ? view.planId : null);
  const parts = filteredColumns(filters).map((column) => {
    const known = options.of(column) ?? [];
    const values = filters[column]!.map((value) => known.find((each) => each.value === value)?.label ?? value);
    return `${filterLooks[column].label}: ${values.join(', ')}`;
  });
  const filter = [...(engaged ? ['Engaged members'] : []), ...parts].join('; ') || null;
  const day = lastOfMonth(view.dateRange[1]);
  const origin = useMemo(() => ({ plan, filter, day }), [plan, filter, day]);
  return <Origins value={origin}>{children}</Origins>;
}

/** `of`: the dates that a chart covers in words, where these are not the page's own. */
export function useFileOrigin() {
  const { plan, filter, day } = useContext(Origins);
  return useMemo(() => {
    const figuresOf = (of: string | undefined) => of ?? (day === '' ? '' : date(day));
    return {
      /** Rows in front of the figures of a CSV. */
      csvHead: (measure: string, of?: string): CsvCell[][] => [
        ['Plan', plan],
        ['Measure', measure],
        ['Figures of', figuresOf(of)],
        ['Filter', filter ?? 'none'],
        ['Saved', `${date(sydneyToday())} from Superscope`],
      ],
      /** The line under a PNG. */
      foot: (measure: string, of?: string): string =>
        [plan, measure, figuresOf(of), filter ?? 'no filter', `Superscope, saved ${date(sydneyToday())}`].join(' · '),
    };
  }, [plan, filter, day]);
}
