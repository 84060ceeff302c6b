import type { DimensionName, MeasureName } from '@superscope/contracts/analytics/names';
import type { AnalyticsQuery } from '@superscope/contracts/analytics/query';
import { peerFlags, peerPeriodFlags, type PeerFigureName, type PeerFlag } from '@superscope/contracts/peer-figures';
import { areaFigures } from '@superscope/contracts/scored-areas';
import { monthEnd } from '@superscope/domain/calendar-dates';
import type { PublishedRow, PublishedRows } from './published-rows.js';
import { planColumn, scoreMeasure, shareMeasure } from './plans-queries.js';

/** One query to the query service, and the figures of a plan that are computed from its rows. */
export interface PeerQuestion {
  measures: readonly MeasureName[];
  dimension: DimensionName | null;
  /** Set for facts that happen within a period, as opposed to a state at its end. */
  ofPeriod?: true;
  figures: readonly { name: PeerFigureName; decimals: number; of: (rows: PublishedRows) => number | null }[];
}

const scores: PeerQuestion = {
  measures: [scoreMeasure, ...areaFigures.map(({ points }) => points)],
  dimension: null,
  figures: [
    { name: 'score', decimals: 2, of: ([row]) => valueOf(row, scoreMeasure) },
    ...areaFigures.map(({ key, points }) => ({
      name: `${key}Score` as const,
      decimals: 2,
      of: ([row]: PublishedRows) => valueOf(row, points),
    })),
  ],
};

const valueOf = (row: PublishedRow | undefined, measure: MeasureName): number | null =>
  row?.figure(measure).value ?? null;

interface Share {
  name: PeerFigureName;
  dimension: DimensionName;
  value: string;
}
const isYes = (flag: PeerFlag): Share => ({ name: flag, dimension: `Member.${flag}`, value: 'Yes' });

/** One question for each column, with the shares of those of its values that are compared. */
function shareQuestions(shares: readonly Share[]): PeerQuestion[] {
  return [...new Set(shares.map(({ dimension }) => dimension))].map((dimension) => ({
    measures: [shareMeasure],
    dimension,
    figures: shares
      .filter((share) => share.dimension === dimension)
      .map(({ name, value }) => ({
        name,
        decimals: 1,
        of: (rows) => {
          const row = rows.find(({ text }) => text(dimension)?.replace(/^\d+\|/, '') === value);
          return valueOf(row, shareMeasure);
        },
      })),
  }));
}

const atMonthEnd: readonly PeerQuestion[] = [
  scores,
  ...shareQuestions([
    ...areaFigures.map(({ key, dimension, value }): Share => ({ name: `${key}Concern`, dimension, value })),
    ...peerFlags.map(isYes),
  ]),
];
const withinPeriod = shareQuestions(peerPeriodFlags.map(isYes)).map((question): PeerQuestion => ({
  ...question,
  ofPeriod: true,
}));

/** The questions about the plans. Questions about a period are asked only if a period is given. */
export const peerQuestions = ({ from }: Pick<PeerMonths, 'from'>): readonly PeerQuestion[] =>
  from === null ? atMonthEnd : [...atMonthEnd, ...withinPeriod];

/**
 * `month` (yyyy-MM) is the month whose end the figures are of. `from` (yyyy-MM) is the first month of the period for figures about a
 * period.
 */
export interface PeerMonths {
  month: string;
  from: string | null;
}

/** The query about some plans. It is the same as the dashboard's, so that a plan has the same figure in both places. */
export const peerQuery = (
  { measures, dimension, ofPeriod }: PeerQuestion,
  planIds: readonly string[],
  { month, from }: PeerMonths,
): AnalyticsQuery => ({
  measures: [...measures],
  dimensions: [planColumn, ...(dimension === null ? [] : [dimension])],
  filters: [{ member: planColumn, operator: 'equals', values: [...planIds] }],
  timeDimensions: [
    ofPeriod
      ? { dimension: 'MemberSnapshot.month', dateRange: [`${from ?? month}-01`, monthEnd(month)] }
      : { dimension: 'MemberSnapshot.month', granularity: 'month', dateRange: [`${month}-01`, monthEnd(month)] },
  ],
});
