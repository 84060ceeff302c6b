import { useMemo, useState } from 'react';
import { useLoadQuery } from '../analytics/analytics.api';
import type { Loaded } from '../analytics/loaded';
import { choiceOf, COUNT, movementQuery, namedMonthsQuery, SHARE, type View } from '../analytics/figures-view';
import { readRows } from '../analytics/result';
import { messageOf, referenceOf, statusOf } from '../api/base.api';
import { useUpdates } from '../updates/use-updates';
import { flowOf, type ScoreFlow } from './score-flow-model';

export interface MovementState extends Loaded<ScoreFlow> {
  /** The server's message if the movement is not published. */
  refusal: string | null;
}

/** The movement of members between score bands at two or three quarter ends, and the members of each band. Asks nothing without ends. */
export function useMovement(view: View, ends: readonly string[]): MovementState {
  const { planId, audience } = view;
  const asked = useMemo(() => {
    const [first = '', second = '', third] = ends;
    const load = (query: ReturnType<typeof movementQuery>) => ({ planId, audience, query });
    const bands = load(namedMonthsQuery(view, [COUNT, SHARE], ['SuperScore.scoreBand'], ends));
    const before = load(movementQuery(view, first, second));
    return { bands, before, after: third === undefined ? null : load(movementQuery(view, second, third)) };
  }, [view, ends, planId, audience]);
  const skip = ends.length < 2;
  const bands = useLoadQuery(asked.bands, { skip });
  const before = useLoadQuery(asked.before, { skip });
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
