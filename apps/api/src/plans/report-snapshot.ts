import type { DimensionName, MeasureName } from '@superscope/contracts/analytics/names';
import type { AnalyticsQuery } from '@superscope/contracts/analytics/query';
import type { PlanRanking } from '@superscope/contracts/plan-ranking';
import type { ReportSnapshot } from '@superscope/contracts/plan-report';
import { isQuarterEnd, monthEnd, monthStart, shiftMonth } from '@superscope/domain/calendar-dates';
import type { PublishedRow, PublishedRows } from './published-rows.js';
import { countMeasure, planColumn, shareMeasure } from './plans-queries.js';

const total: MeasureName = 'MemberSnapshot.totalAssetsOwned';
const average: MeasureName = 'MemberSnapshot.averageTotalAssetsOwned';
const email: MeasureName = 'MemberSnapshot.emailAddressProvidedPercent';
const sacrificing: MeasureName = 'MemberSnapshot.salarySacrificeContributionsCount';
const month: DimensionName = 'MemberSnapshot.atYearMonth';
const insurance: DimensionName = 'Member.noLifeInsurance';
const lifestage: DimensionName = 'Member.lifecycleInvestment';
const state: DimensionName = 'Member.addressState';
const gender: DimensionName = 'Member.gender';

/** The questions of a snapshot, each the same as a screen asks. */
export function snapshotQueries(planId: string, from: string, to: string): Record<keyof Answers, AnalyticsQuery> {
  const asked = (
    measures: MeasureName[],
    dimensions: DimensionName[],
    first: string,
    last: string,
  ): AnalyticsQuery => ({
    measures,
    dimensions,
    filters: [{ member: planColumn, operator: 'equals', values: [planId] }],
    timeDimensions: [
      { dimension: 'MemberSnapshot.month', granularity: 'month', dateRange: [monthStart(first), monthEnd(last)] },
    ],
  });
  const quarter = quarterEndBefore(to);
  return {
    months: asked([countMeasure, total, average, email, sacrificing], [month], from, to),
    insured: asked([shareMeasure], [insurance], to, to),
    lifestage: asked([shareMeasure], [lifestage], to, to),
    states: asked([countMeasure, average], [state, gender], quarter, quarter),
  };
}

const quarterEndBefore = (of: string): string => (isQuarterEnd(of) ? of : quarterEndBefore(shiftMonth(of, -1)));

/** What was answered; a question that is refused of so small a plan has no rows. */
export interface Answers {
  months: PublishedRows;
  insured: PublishedRows;
  lifestage: PublishedRows;
  states: PublishedRows;
}

const valueOf = (row: PublishedRow | undefined, measure: MeasureName): number | null =>
  row?.figure(measure).value ?? null;

const shareOf = (rows: PublishedRows, dimension: DimensionName, value: string): number | null =>
  valueOf(
    rows.find(({ text }) => text(dimension)?.replace(/^\d+\|/, '') === value),
    shareMeasure,
  );

/** `202610` becomes 2026-10-31. */
const endOf = (row: PublishedRow): string => monthEnd((row.text(month) ?? '').replace(/^(\d{4})(\d{2})$/, '$1-$2'));

/** A report's figures at its end, from published answers alone. */
export function snapshotOf(answers: Answers, ranking: PlanRanking['months'][number] | null): ReportSnapshot {
  const months = answers.months.toSorted((a, b) => (endOf(a) < endOf(b) ? -1 : 1));
  const newest = months.at(-1);
  const [members, sacrifice] = [valueOf(newest, countMeasure), valueOf(newest, sacrificing)];
  const states = [...new Set(answers.states.map(({ text }) => text(state)))].filter((name) => name !== null).sort();
  return {
    charts: {},
    history: months.map((row) => ({
      at: endOf(row),
      countMembers: valueOf(row, countMeasure),
      totalAssetsOwned: valueOf(row, total),
      averageTotalAssetsOwned: valueOf(row, average),
    })),
    planRanking: {
      rankLoggedIn: ranking?.loggedIn.rank ?? null,
      rankAdequateRetirementStandard: ranking?.adequateRetirementStandard.rank ?? null,
      rankNominatedBeneficiary: ranking?.nominatedBeneficiary.rank ?? null,
    },
    totalAssetsOwned: valueOf(newest, total),
    averageTotalAssetsOwned: valueOf(newest, average),
    countMembers: members,
    percentInsuranceCoverAny: shareOf(answers.insured, insurance, 'No'),
    percentLifecycleInvestment: shareOf(answers.lifestage, lifestage, 'Yes'),
    percentSalarySacrificeContributions:
      sacrifice === null || members === null || members === 0 ? null : Math.min(100, (100 * sacrifice) / members),
    percentEmailAddressProvided: valueOf(newest, email),
    stateGenderBalanceProfile: states.map((name) => ({
      state: name,
      rows: answers.states
        .filter(({ text }) => text(state) === name)
        .map((row) => ({
          gender: row.text(gender) ?? 'Unknown',
          countMembers: valueOf(row, countMeasure),
          averageTotalAssetsOwned: valueOf(row, average),
        })),
    })),
  };
}
