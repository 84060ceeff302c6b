import type { AnalyticsQuery } from '@superscope/contracts/analytics/query';
import type { LookBack } from '@superscope/contracts/analytics/look-back';
import { useCallback, useMemo, useState } from 'react';
import { messageOf, referenceOf, statusOf } from '../api/base.api';
import { useLoadQuery } from './analytics.api';
import type { Loaded } from './loaded';
import { useUpdates } from '../updates/use-updates';
import { choiceOf, type View } from './figures-view';
import { readRows, type Row } from './result';

/** The view that an answer belongs to. */
export interface Span {
  /** The requested view, or the previous one until the next answer has come. */
  of: View;
  /** yyyy-MM, oldest first. */
  months: string[];
  /** The months are quarter ends: no other month is published for this question. */
  quarterEnds: boolean;
  /** The months that a dated fact, such as a sign-in, is counted over, as the answer says; null if it says none. */
  lookBack: LookBack | null;
}
export interface Answer extends Span {
  rows: Row[];
}
export interface AnswerState extends Loaded<Answer> {
  /** The server's sentence if this question is not published for the plan. */
  refusal: string | null;
}

/**
 * The answer to a query that follows the view. The last figures stay while the next ones load, so a component that
 * uses this must remount (by its key) for another plan or audience. A failure clears the figures, because those of
 * another view would be mistaken for the current ones.
 */
export function useFigures(view: View, build: (view: View) => AnalyticsQuery): AnswerState {
  const query = useMemo(() => build(view), [view, build]);
  const { planId, audience } = view;
  const { data, currentData, isFetching, isError, error, refetch } = useLoadQuery({ planId, audience, query });
  // The error stands until another try succeeds, so nothing older comes back in between.
  const shown = error === undefined ? data : undefined;
  const [of, setOf] = useState(view);
  if (currentData !== undefined && of !== view) setOf(view);
  const updates = useUpdates(currentData, choiceOf(view));
  const time = query.timeDimensions?.[0]?.dimension;
  const answer = useMemo(
    () =>
      shown && {
        rows: readRows(shown, time),
        of,
        months: shown.months,
        quarterEnds: shown.quarterEnds === true,
        lookBack: shown.lookBackMonths ?? null,
      },
    [shown, of, time],
  );
  const retry = useCallback(() => void refetch(), [refetch]);
  return {
    data: answer,
    updates,
    refreshing: isFetching && shown !== undefined,
    failed: isError && !isFetching,
    refusal: statusOf(error) === 403 ? (messageOf(error) ?? null) : null,
    reference: referenceOf(error),
    retry,
  };
}
