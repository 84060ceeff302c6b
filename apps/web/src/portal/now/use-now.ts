import type { AnalyticsQuery } from '@superscope/contracts/analytics/query';
import { useMemo } from 'react';
import { useLoadNowQuery } from '../analytics/analytics.api';
import type { View } from '../analytics/figures-view';
import { readRows } from '../analytics/result';
import type { Answer } from '../analytics/use-figures';
import { useAsOf } from '../as-of/use-as-of';

/** Today's answer about the same months. */
export interface Now {
  /** Undefined until the answer has come, and after a failure. */
  data: Answer | undefined;
  failed: boolean;
  retry: () => void;
}

/** Repeats a query of the view as of today. Returns null while the tab shows today anyway. */
export function useNow(view: View, build: (view: View) => AnalyticsQuery): Now | null {
  const asOf = useAsOf();
  const query = useMemo(() => build(view), [view, build]);
  const { planId, audience } = view;
  const { currentData, isError, refetch } = useLoadNowQuery({ planId, audience, query }, { skip: asOf === null });
  const time = query.timeDimensions?.[0]?.dimension;
  const data = useMemo(
    () =>
      currentData && {
        rows: readRows(currentData, time),
        of: view,
        months: currentData.months,
        quarterEnds: currentData.quarterEnds === true,
        lookBack: currentData.lookBackMonths ?? null,
      },
    [currentData, view, time],
  );
  return asOf === null ? null : { data, failed: isError, retry: () => void refetch() };
}
