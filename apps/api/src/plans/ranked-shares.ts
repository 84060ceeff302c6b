import type { DimensionName, MeasureName } from '@superscope/contracts/analytics/names';
import type { AnalyticsQuery } from '@superscope/contracts/analytics/query';
import { monthEnd, monthStart, shiftMonth } from '@superscope/domain/calendar-dates';
import type { PlanShares, Share } from '@superscope/domain/scoring/plan-ranking';
import type { PublishedRows } from './published-rows.js';
import { planColumn, shareMeasure } from './plans-queries.js';

export type RankedShare = keyof Pick<PlanShares, 'loggedIn' | 'adequateRetirementStandard' | 'nominatedBeneficiary'>;

interface Question {
  name: RankedShare;
  dimension: DimensionName;
  /** Values of the dimension: the share is of all members with one of these, among those with one of these or of `others`. */
  counted: readonly string[];
  others: readonly string[];
  /** Months that end with the ranked one, in which a dated fact counts. */
  lookBack?: number;
}

export const rankedShares: readonly Question[] = [
  { name: 'loggedIn', dimension: 'Member.loggedInMember', counted: ['Yes'], others: ['No'], lookBack: 12 },
  {
    name: 'adequateRetirementStandard',
    dimension: 'Member.projectedRetirementStandardName',
    counted: ['Modest', 'Comfortable', 'Aspirational'],
    others: ['Inadequate'],
  },
  {
    name: 'nominatedBeneficiary',
    dimension: 'Member.beneficiaryNominationType',
    counted: ['Binding', 'Non-binding', 'Expired binding'],
    others: ['None'],
  },
];

const measure: MeasureName = shareMeasure;

/** The query about some plans in a month: the same as screens ask of one plan, so that a plan has the same share in both places. */
export const rankedQuery = (
  { dimension, lookBack }: Question,
  planIds: readonly string[],
  month: string,
): AnalyticsQuery => ({
  measures: [measure],
  dimensions: [planColumn, dimension],
  filters: [{ member: planColumn, operator: 'equals', values: [...planIds] }],
  timeDimensions: [
    lookBack === undefined
      ? { dimension: 'MemberSnapshot.month', granularity: 'month', dateRange: [monthStart(month), monthEnd(month)] }
      : {
          dimension: 'MemberSnapshot.month',
          dateRange: [monthStart(shiftMonth(month, 1 - lookBack)), monthEnd(month)],
        },
  ],
});

/**
 * The share (0..100) of a plan's members with one of the counted values, from its published rows: the rest of the others' share, or the
 * sum of the counted ones'. Null where neither is published.
 */
export function publishedShare({ dimension, counted, others }: Question, rows: PublishedRows): number | null {
  const sum = (values: readonly string[]): number | null => {
    const shares = values.map((value) => {
      const row = rows.find(({ text }) => text(dimension)?.replace(/^\d+\|/, '') === value);
      return row?.figure(measure).value ?? null;
    });
    return shares.reduce<number | null>((all, share) => (all === null || share === null ? null : all + share), 0);
  };
  const rest = sum(others);
  const share = rest === null ? sum(counted) : 100 - rest;
  return share === null ? null : Math.round(Math.min(100, Math.max(0, share)) * tenths) / tenths;
}

/** Published shares have one decimal. */
const tenths = 10;

/** A published share as a fraction, so that equal shares are equal; an unpublished one has no rank. */
export const asFraction = (share: number | null): Share =>
  share === null ? { count: 0, total: 0 } : { count: Math.round(share * tenths), total: 100 * tenths };
