import type { AnalyticsQuery } from '@superscope/contracts/analytics/query';
import { useMemo } from 'react';
import { referenceOf } from '../api/base.api';
import { useLoadQuery } from './analytics.api';
import type { View } from './query';
import { readRows, wholeWithheld, type Row } from './result';

export interface FiguresState {
  /** Undefined until the first answer; then the newest there is. */
  rows: Row[] | undefined;
  /** yyyy-MM of the months that the rows are of, oldest first. */
  months: string[];
  /** The sentence for an answer withheld as a whole. */
  withheld: string | null;
  /** The rows are of the view before: draw them dimmed. */
  refreshing: boolean;
  failed: boolean;
  /** Under which the failure is in the server's log. */
  reference: string | null;
  retry: () => void;
}
const NO_MONTHS: string[] = [];

/**
 * The answer to a query that follows the view. The last figures stay while the next ones are on their way, so what uses
 * this must start anew (by its key) for another plan.
 */
export function useFigures(view: View, build: (view: View) => AnalyticsQuery): FiguresState {
  const query = useMemo(() => build(view), [view, build]);
  const { data, isFetching, isError, error, refetch } = useLoadQuery({ planId: view.planId, query });
  const rows = useMemo(() => data && readRows(data), [data]);
  return {
    rows,
    months: data?.months ?? NO_MONTHS,
    withheld: data ? wholeWithheld(data) : null,
    refreshing: isFetching && data !== undefined,
    failed: isError && !isFetching,
    reference: referenceOf(error),
    retry: () => void refetch(),
  };
}
