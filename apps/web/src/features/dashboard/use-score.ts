import type { PlanSuperScore } from '@superscope/contracts/super-score';
import { monthlyQuery, type View } from '../../app/analytics/query';
import { cell, firstKnown, NO_CELL, series, type Cell, type Row } from '../../app/analytics/result';
import { together, useFigures } from '../../app/analytics/use-figures';
import { firstDay } from '../../app/period/period';
import { AIM, areas, type Area } from './areas';
import { usePlanSuperScoreQuery } from './super-score.api';

const SCORE = 'SuperScore.averageSuperScore';
const COUNT = 'MemberSnapshot.countMembers';
const BAND = 'SuperScore.scoreBand';
const BANDS_UNDER_AIM = ['0-1', '1-2', '2-3'];

const scores = (view: View) => monthlyQuery(view, [SCORE, ...areas.map((area) => area.points)]);
const bandsOfLastMonth = (view: View) =>
  monthlyQuery({ ...view, dateRange: [firstDay(view.dateRange[1]), view.dateRange[1]] }, [COUNT], [BAND]);

/** Every month's scores: shared by the score card and the area cards, asked once. */
export const useScores = (view: View) => useFigures(view, scores);

export function useScore(view: View) {
  const monthly = useScores(view);
  const bands = useFigures(view, bandsOfLastMonth);
  // The plan's own score is there before the period is decided; engaged members' comes with the series.
  const own = usePlanSuperScoreQuery(view.planId, { skip: view.engaged });

  const { rows, of, months } = monthly;
  const { refreshing, failed, reference, retry } = together(monthly, bands);
  const cells = rows ? series(rows, months, SCORE) : [];
  // Until the next months are there the score too is of the view before: no change from one view to another.
  const ownScore = of.engaged || !own.currentData ? null : scoreOf(own.currentData);
  const score = ownScore ?? cells.at(-1) ?? NO_CELL;
  const from = firstKnown(cells).value;
  const last = rows?.find((row) => row.month === months.at(-1));
  const lost = monthly.failed && ownScore === null;
  return {
    score,
    change: from === null || score.value === null || cells.length < 2 ? null : score.value - from,
    since: of.since,
    aim: aimText(score.value),
    below: bands.rows ? belowAim(bands.rows) : null,
    lowest: last ? lowestArea(last) : null,
    loading: rows === undefined && ownScore === null && !lost,
    refreshing,
    failed: lost,
    /** The score is there, but not all that is said of it. */
    incomplete: failed && !lost,
    reference,
    retry,
  };
}

const scoreOf = ({ score, suppressed }: PlanSuperScore): Cell =>
  score === null && suppressed ? { value: null, withheld: '<11' } : cell(score);

function aimText(score: number | null): string {
  if (score === null) return 'Aim for a minimum of 3 stars.';
  if (score >= AIM + 0.25) return 'Above the 3-star aim.';
  if (score >= AIM) return 'Just above the 3-star aim.';
  return score >= AIM - 0.25 ? 'Just under 3 stars, the minimum to aim for.' : 'Below 3 stars, the minimum to aim for.';
}

/** Members under three stars; null when a part of the sum is withheld. */
function belowAim(rows: Row[]): { count: number; ratio: number } | null {
  const scored = rows.filter((row) => row.text(BAND) !== null);
  const counts = scored.map((row) => row.cell(COUNT));
  if (scored.length === 0 || counts.some((count) => count.value === null)) return null;
  const sum = (of: Row[]) => of.reduce((total, row) => total + row.cell(COUNT).value!, 0);
  const all = sum(scored);
  const count = sum(scored.filter((row) => BANDS_UNDER_AIM.includes(row.text(BAND)!)));
  return all === 0 ? null : { count, ratio: count / all };
}

function lowestArea(row: Row): { name: string; score: number } | null {
  const known = areas.flatMap((area: Area) => {
    const { value } = row.cell(area.points);
    return value === null ? [] : [{ name: area.name, score: value }];
  });
  return known.length < areas.length ? null : known.reduce((low, area) => (area.score < low.score ? area : low));
}
