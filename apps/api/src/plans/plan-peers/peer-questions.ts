import type { DimensionName, MeasureName } from '@superscope/contracts/analytics/names';
import type { AnalyticsQuery } from '@superscope/contracts/analytics/query';
import { peerFlags, type PeerFigureName } from '@superscope/contracts/peer-figures';
import { areaFigures } from '@superscope/contracts/scored-areas';
import { monthEnd } from '@superscope/domain/calendar-dates';
import type { PublishedRow, PublishedRows } from '../plans-overview/published-rows.js';
import { planColumn, scoreMeasure, shareMeasure } from '../plans-overview/plans-queries.js';

/** One question of the query service, and the figures of a plan that are read from its rows. */
export interface PeerQuestion {
  measures: readonly MeasureName[];
  dimension: DimensionName | null;
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

/** Shares of one column: those of its values that are compared. */
function shareQuestions(): PeerQuestion[] {
  const shares = [
    ...areaFigures.map(({ key, dimension, value }) => ({ name: `${key}Concern` as const, dimension, value })),
    ...peerFlags.map((flag) => ({ name: flag, dimension: `Member.${flag}` as const, value: 'Yes' })),
  ];
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

export const peerQuestions: readonly PeerQuestion[] = [scores, ...shareQuestions()];

/** The question about some plans at the end of a month: the same as the dashboard's, so that a plan has the same figure in both. */
export const peerQuery = (
  { measures, dimension }: PeerQuestion,
  planIds: readonly string[],
  month: string,
): AnalyticsQuery => ({
  measures: [...measures],
  dimensions: [planColumn, ...(dimension === null ? [] : [dimension])],
  filters: [{ member: planColumn, operator: 'equals', values: [...planIds] }],
  timeDimensions: [
    { dimension: 'MemberSnapshot.month', granularity: 'month', dateRange: [`${month}-01`, monthEnd(month)] },
  ],
});
