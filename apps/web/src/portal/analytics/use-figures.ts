import type { AnalyticsQuery } from '@superscope/contracts/analytics/query';
import { useCallback, useMemo, useState } from 'react';
import { messageOf, referenceOf, statusOf } from '../api/base.api';
import { useLoadQuery } from './analytics.api';
import type { View } from './query';
import { readRows, type Row } from './result';

export interface FiguresState {
  /** Undefined until the first answer and after a failure; otherwise the newest there is. */
  rows: Row[] | undefined;
  /** The view that the rows are of: the one before until the next answer is there. */
  of: View;
  /** yyyy-MM of the months that the rows are of, oldest first. */
  months: string[];
  /** These are quarter ends: no other month is published of what was asked. */
  quarterEnds: boolean;
  /** Newer rows are on their way: draw these dimmed. */
  refreshing: boolean;
  failed: boolean;
  /** The server's sentence, where what was asked is not published of this plan. */
  refusal: string | null;
  /** Under which the failure is in the server's log. */
  reference: string | null;
  retry: () => void;
}
const NO_MONTHS: string[] = [];

/**
 * The answer to a query that follows the view. The last figures stay while the next ones are on their way, so what uses
 * this must start anew (by its key) for another plan or audience. A failure leaves none: those of another view would pass for these.
 */
export function useFigures(view: View, build: (view: View) => AnalyticsQuery): FiguresState {
  const query = useMemo(() => build(view), [view, build]);
  const { planId, audience } = view;
  const { data, currentData, isFetching, isError, error, refetch } = useLoadQuery({ planId, audience, query });
  // The error stands until another try succeeds, so nothing older comes back in between.
  const shown = error === undefined ? data : undefined;
  const [answered, setAnswered] = useState(view);
  if (currentData !== undefined && answered !== view) setAnswered(view);
  const rows = useMemo(() => shown && readRows(shown), [shown]);
  const retry = useCallback(() => void refetch(), [refetch]);
  return {
    rows,
    of: shown ? answered : view,
    months: shown?.months ?? NO_MONTHS,
    quarterEnds: shown?.quarterEnds === true,
    refreshing: isFetching && shown !== undefined,
    failed: isError && !isFetching,
    refusal: statusOf(error) === 403 ? (messageOf(error) ?? null) : null,
    reference: referenceOf(error),
    retry,
  };
}

export type Progress = Pick<FiguresState, 'refreshing' | 'failed' | 'reference' | 'retry'>;

/** Of a card made of several answers: it is busy with each of them and fails with any. */
export function together(...parts: Progress[]): Progress {
  const lost = parts.filter(({ failed }) => failed);
  return {
    refreshing: parts.some(({ refreshing }) => refreshing),
    failed: lost.length > 0,
    reference: lost[0]?.reference ?? null,
    retry: () => lost.forEach(({ retry }) => retry()),
  };
}
