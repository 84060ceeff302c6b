import type { FiguresAnswer } from '@superscope/contracts/analytics/figures-answer';
import { withinWords } from '@superscope/contracts/analytics/look-back';
import type { DimensionName, MeasureName } from '@superscope/contracts/analytics/names';
import type { AnalyticsQuery } from '@superscope/contracts/analytics/query';
import { COUNT, SHARE } from '../../portal/analytics/figures-view';
import { NO_CELL, readRows, type Cell } from '../../portal/analytics/result';
import { areas } from '../../portal/figures/scored-areas';
import { publishedOf } from '../../portal/figures/use-share';
import { dollars, number, share, shortDollars } from '../../ui/format';
import { monthRange } from './month-range';

/** A figure that is shown then and now, and how its difference reads. */
export interface ComparedFigure {
  name: string;
  measure: MeasureName;
  /** Of the members with this value of a dimension; of all members without it. */
  of?: { dimension: DimensionName; value: string };
  text: (value: number) => string;
  difference: 'pp' | '%' | 'same unit';
  digits: number;
  good: 'up' | 'down' | 'neutral';
}

const counted = { measure: COUNT, text: (value: number) => number(value), difference: 'same unit', digits: 0 } as const;
const dollarsCompared = { difference: '%', digits: 1, good: 'up' } as const;
const flag = (name: string): ComparedFigure['of'] => ({ dimension: `Member.${name}` as DimensionName, value: 'Yes' });

export const planScore: ComparedFigure = {
  name: 'Plan SuperScore',
  measure: 'SuperScore.averageSuperScore',
  text: (value) => number(value, 2),
  difference: 'same unit',
  digits: 2,
  good: 'up',
};

/** In the order of the dashboard. */
export const comparedGroups: readonly { title: string; figures: readonly ComparedFigure[] }[] = [
  {
    title: 'Plan',
    figures: [
      { ...counted, name: 'Members', good: 'up' },
      {
        ...dollarsCompared,
        name: 'Average total assets owned',
        measure: 'MemberSnapshot.averageTotalAssetsOwned',
        text: dollars,
      },
      {
        ...dollarsCompared,
        name: 'Total assets owned',
        measure: 'MemberSnapshot.totalAssetsOwned',
        text: shortDollars,
      },
      {
        name: 'Average age',
        measure: 'MemberSnapshot.averageAge',
        text: (age) => `${number(age, 1)} years`,
        difference: 'same unit',
        digits: 1,
        good: 'neutral',
      },
    ],
  },
  {
    title: 'Fund fitness, members affected',
    figures: areas.map(({ concern, dimension, value }) => ({
      name: concern,
      measure: SHARE,
      of: { dimension, value },
      text: (of: number) => share(of),
      difference: 'pp',
      digits: 1,
      good: 'down',
    })),
  },
  {
    title: 'Member activity',
    figures: [
      { ...counted, name: `Signed in ${withinWords(1)}`, of: flag('loggedInMember'), good: 'up' },
      { ...counted, name: 'Consolidation verified', of: flag('consolidationVerified'), good: 'up' },
      { ...counted, name: `Contact requested ${withinWords(1)}`, of: flag('contactRequested'), good: 'up' },
      { ...counted, name: 'Risk profile completed', of: flag('riskProfileAssessmentCompleted'), good: 'up' },
    ],
  },
];
export const comparedFigures: readonly ComparedFigure[] = [
  planScore,
  ...comparedGroups.flatMap(({ figures }) => figures),
];

/** Figures by their names; those that were not answered are missing. */
export type MonthFigures = Partial<Record<string, Cell>>;

export const questionOf = ({ measure, of }: ComparedFigure, planId: string, month: string): AnalyticsQuery => ({
  measures: measure === SHARE ? [COUNT, SHARE] : [measure],
  ...(of && { dimensions: [of.dimension] }),
  filters: [{ member: 'Member.planId', operator: 'equals', values: [planId] }],
  timeDimensions: [{ dimension: 'MemberSnapshot.month', dateRange: monthRange(month) }],
});

/** Reads the answers to the questions of all compared figures, in their order. */
export function monthFigures({ answers }: FiguresAnswer): MonthFigures {
  const cells = comparedFigures.flatMap(({ name, measure, of }, at) => {
    const answer = answers[at];
    if (answer === undefined || !('figures' in answer)) return [];
    const rows = readRows(answer.figures);
    if (of === undefined) return [[name, rows[0]?.cell(measure) ?? NO_CELL] as const];
    const { count, share } = publishedOf(rows, of.dimension, of.value, 'staff');
    return [[name, measure === SHARE ? share : count] as const];
  });
  return Object.fromEntries(cells);
}
