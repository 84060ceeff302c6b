import { useMemo, useState } from 'react';
import { useLoadQuery } from '../../portal/analytics/analytics.api';
import type { Loaded } from '../../portal/analytics/loaded';
import {
  choiceOf,
  COUNT,
  movementQuery,
  namedMonthsQuery,
  SHARE,
  type View,
} from '../../portal/analytics/figures-view';
import { readRows } from '../../portal/analytics/result';
import { messageOf, referenceOf, statusOf } from '../../portal/api/base.api';
import { useUpdates } from '../../portal/updates/use-updates';
import { flowOf, type ScoreFlow } from './score-flow-model';

export interface MovementState extends Loaded<ScoreFlow> {
  /** The server's message if the movement is not published. */
  refusal: string | null;
}

/** The movement of members between score bands at two or three quarter ends, and the members of each band. */
export function useMovement(view: View, ends: readonly string[]): MovementState {
  const { planId, audience } = view;
  const asked = useMemo(() => {
    const [first, second, third] = ends as [string, string, string?];
    const load = (query: ReturnType<typeof movementQuery>) => ({ planId, audience, query });
    const bands = load(namedMonthsQuery(view, [COUNT, SHARE], ['SuperScore.scoreBand'], ends));
    const before = load(movementQuery(view, first, second));
    return { bands, before, after: third === undefined ? null : load(movementQuery(view, second, third)) };
  }, [view, ends, planId, audience]);
  const bands = useLoadQuery(asked.bands);
  const before = useLoadQuery(asked.before);
  const after = useLoadQuery(asked.after ?? asked.before, { skip: asked.after === null });
  const answers = asked.after === null ? [bands, before] : [bands, before, after];
  const [ofBands, one, two] = [bands.currentData, before.currentData, after.currentData];
  const isWhole = ofBands !== undefined && one !== undefined && (asked.after === null || two !== undefined);
  const made = useMemo(
    () =>
      isWhole
        ? flowOf(
            ends,
            readRows(ofBands),
            (two ? [one, two] : [one]).map((step) => readRows(step)),
          )
        : undefined,
    [isWhole, ofBands, one, two, ends],
  );
  // The last whole drawing stays while the next one loads.
  const [kept, setKept] = useState(made);
  if (made !== undefined && kept !== made) setKept(made);

  const updates = useUpdates(made, `${choiceOf(view)} ${ends.length}`);
  const lost = answers.find(({ isError, isFetching }) => isError && !isFetching);
  const retry = () => {
    for (const answer of answers) if (answer.isError) void answer.refetch();
  };
  return {
    data: lost ? undefined : (made ?? kept),
    updates,
    refreshing: made === undefined && kept !== undefined,
    failed: lost !== undefined,
    refusal: statusOf(lost?.error) === 403 ? (messageOf(lost?.error) ?? null) : null,
    reference: referenceOf(lost?.error),
    retry,
  };
}
