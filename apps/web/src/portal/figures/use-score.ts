import type { PlanSuperScore } from '@superscope/contracts/super-score';
import { choiceOf, type View } from '../analytics/figures-view';
import type { Loaded } from '../analytics/loaded';
import { cell, changeOf, NO_CELL, series, withheldCell } from '../analytics/result';
import type { Cell, Change, Row } from '../analytics/result';
import { SCORE, SHARE_UNDER, UNDER, useScores } from './use-scores';
import { AIM, areas, type Area } from './scored-areas';
import { isNarrowed } from '../filters/filters';
import type { Published } from './use-share';
import { usePlanSuperScoreQuery } from '../analytics/super-score.api';
import { useUpdates } from '../updates/use-updates';

export interface Score {
  score: Cell;
  change: Change | null;
  /** The day that the change is measured from, yyyy-MM-dd. */
  since: string;
  /** How it compares with the stars to aim for. */
  aim: string;
  /** Members who score under the aim. */
  below: Published | null;
  lowest: { name: string; score: number } | null;
  /** The score has loaded, but not all of its details. */
  incomplete: boolean;
}

export function useScore(view: View): Loaded<Score> {
  const { data, refreshing, failed, reference, retry, updates = 0 } = useScores(view);
  // The score of the whole plan loads before the period is known. The score of a filtered view comes with the monthly series.
  const { planId, audience } = view;
  const own = usePlanSuperScoreQuery({ planId, audience }, { skip: isNarrowed(view) });
  const of = data?.of ?? view;
  const ownUpdates = useUpdates(own.currentData, choiceOf(view));
  // Until the next series has loaded, the score too is that of the previous view, so that no change mixes two views.
  // A report may end before the newest month, whose score is then another one.
  const isOwn = own.currentData && (!data || own.currentData.month === data.months.at(-1));
  const ownScore = isNarrowed(of) || !own.currentData || !isOwn ? null : scoreOf(own.currentData);
  const progress = { updates: updates + ownUpdates, refreshing, failed: failed && ownScore === null, reference, retry };
  if (!data && !ownScore) return { ...progress, data: undefined };

  const cells = data ? series(data.rows, data.months, SCORE) : [];
  const score = { ...(ownScore ?? cells.at(-1) ?? NO_CELL), margin: cells.at(-1)?.margin ?? null };
  const last = data?.rows.find((row) => row.month === data.months.at(-1));
  return {
    ...progress,
    data: {
      score,
      change: changeOf([...cells.slice(0, -1), score]),
      since: of.since,
      aim: aimText(score.value),
      below: last ? { count: last.cell(UNDER), share: last.cell(SHARE_UNDER) } : null,
      lowest: last ? lowestArea(last) : null,
      incomplete: failed,
    },
  };
}

const scoreOf = ({ score, withheld }: PlanSuperScore): Cell =>
  score === null && withheld.score ? withheldCell(withheld.score) : cell(score);

/** How a score compares with the stars to aim for, as a sentence. */
export function aimText(score: number | null): string {
  if (score === null) return 'Aim for a minimum of 3 stars.';
  if (score >= AIM + 0.25) return 'Above the 3-star aim.';
  if (score >= AIM) return 'Just above the 3-star aim.';
  return score >= AIM - 0.25 ? 'Just under 3 stars, the minimum to aim for.' : 'Below 3 stars, the minimum to aim for.';
}

function lowestArea(row: Row): { name: string; score: number } | null {
  const known = areas.flatMap((area: Area) => {
    const { value } = row.cell(area.points);
    return value === null ? [] : [{ name: area.name, score: value }];
  });
  return known.length < areas.length ? null : known.reduce((low, area) => (area.score < low.score ? area : low));
}
