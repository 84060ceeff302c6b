import { changeBetween } from '@superscope/contracts/change-between';
import { areaFigures, attentionScore, attentionShare } from '@superscope/contracts/scored-areas';
import type { PlanSummary } from '@superscope/contracts/plans-overview';
import type { PublishedRow } from './published-rows.js';
import { countMeasure, scoreMeasure, shareMeasure } from './plans-queries.js';

export type PlanRow = Pick<PlanSummary, 'id' | 'name' | 'platform' | 'closedOn' | 'payroll'>;

/** The newest closed month of a plan, and the month with which its score is compared (yyyy-MM). */
export interface Compared {
  newest: string;
  base: string;
}

export interface PlanFigures {
  months: Compared;
  newest: PublishedRow | undefined;
  base: PublishedRow | undefined;
  /** The share of members who may need help, by area. */
  shares: readonly (PublishedRow | undefined)[];
}

const nothing = { value: null, because: 'np', least: null, margin: null } as const;

/** The summary of a plan. `figures` is null if the plan has no closed month. */
export function summaryOf(plan: PlanRow, figures: PlanFigures | null): PlanSummary {
  if (figures === null)
    return { ...plan, month: null, members: null, score: null, change: null, attention: null, withheld: {} };
  const { months, newest, base, shares } = figures;
  const members = newest?.figure(countMeasure) ?? nothing;
  const score = newest?.figure(scoreMeasure) ?? nothing;
  const before = base?.figure(scoreMeasure) ?? nothing;
  return {
    ...plan,
    month: months.newest,
    members: members.value,
    score: score.value,
    change: months.base === months.newest ? null : changeOf(before.value, score.value, score.margin, months.base),
    attention: attentionOf(newest, shares),
    withheld: {
      ...(members.because === null ? {} : { members: members.because }),
      ...(score.because === null ? {} : { score: score.because }),
    },
  };
}

const changeOf = (
  from: number | null,
  to: number | null,
  margin: number | null,
  since: string,
): PlanSummary['change'] => (from === null || to === null ? null : { ...changeBetween(from, to, margin), since });

/** The areas that the dashboard marks by one of its two rules: a low score, or many members who may need help. */
function attentionOf(
  newest: PublishedRow | undefined,
  shares: readonly (PublishedRow | undefined)[],
): PlanSummary['attention'] {
  const known = areaFigures.map(({ key, points }, i) => {
    const score = newest?.figure(points).value ?? null;
    const { value, least } = shares[i]?.figure(shareMeasure) ?? nothing;
    const share = value ?? least;
    const needs = (score !== null && score < attentionScore) || (share !== null && share > attentionShare);
    return { key, isKnown: score !== null || share !== null, needs };
  });
  return known.some(({ isKnown }) => isKnown) ? known.filter(({ needs }) => needs).map(({ key }) => key) : null;
}
