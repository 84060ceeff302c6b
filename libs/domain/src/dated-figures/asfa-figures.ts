import { type IsoDate, monthOf } from '../calendar-dates.js';
import type { Decision } from '../event.js';
import { RuleViolation } from '../rule-violation.js';
import {
  isComplete,
  missingFigures,
  type RetirementStandard,
  retirementStandardRows,
  type RetirementStandardDraft,
  type StandardField,
} from '../scoring/retirement-standard.js';
import { setSuperParameters, type SuperParameterRow, type SuperParametersEvent } from './dated-figures.js';

/** Figures that belong together, by what people call them: the group, then the figure. */
export const figureGroups: readonly { group: string; figures: readonly { field: StandardField; word: string }[] }[] = [
  {
    group: 'Lump sums at 67',
    figures: [
      { field: 'savingsModestSingle', word: 'Modest, single' },
      { field: 'savingsModestCouple', word: 'Modest, couple' },
      { field: 'savingsComfortableSingle', word: 'Comfortable, single' },
      { field: 'savingsComfortableCouple', word: 'Comfortable, couple' },
    ],
  },
  {
    group: 'Age Pension a year',
    figures: [
      { field: 'pensionSingle', word: 'Single' },
      { field: 'pensionCouple', word: 'Couple' },
      { field: 'assetsLimitSingleHomeOwner', word: 'Assets limit, single home owner' },
    ],
  },
  {
    group: 'Budgets a year',
    figures: [
      { field: 'modestSingleYearTotal', word: 'Modest, single' },
      { field: 'modestCoupleYearTotal', word: 'Modest, couple' },
      { field: 'comfortableSingleYearTotal', word: 'Comfortable, single' },
      { field: 'comfortableCoupleYearTotal', word: 'Comfortable, couple' },
    ],
  },
];

export type FigureValues = Readonly<Partial<Record<StandardField, number | null>>>;

/** Names what a set lacks: '2 figures are missing. Age Pension a year: single, couple.' Null if nothing is missing. */
export function missingText(figures: FigureValues): string | null {
  const missing = new Set(missingFigures(figures));
  if (missing.size === 0) return null;
  const named = figureGroups.flatMap(({ group, figures: of }) => {
    const words = of
      .filter(({ field }) => missing.has(field))
      .map(({ word }) => word[0]!.toLowerCase() + word.slice(1));
    return words.length === 0 ? [] : [`${group}: ${words.join('; ')}.`];
  });
  const count = missing.size === 1 ? '1 figure is missing' : `${missing.size} figures are missing`;
  return `${count}. ${named.join(' ')}`;
}

/** Saves a set whole, in place of one of the same date. An incomplete set would never score, so it is refused. */
export const saveRetirementStandard =
  (set: RetirementStandardDraft): Decision<Readonly<Record<string, SuperParameterRow>>, SuperParametersEvent> =>
  (current) => {
    if (!isComplete(set)) throw new RuleViolation('invalid', missingText(set)!);
    return setSuperParameters(retirementStandardRows(set))(current);
  };

export interface FigureRange {
  /** The first month (yyyy-MM) whose scores change; null for all months before `before`. */
  from: string | null;
  /** The first month that a later set serves; null if there is none. */
  before: string | null;
}

/**
 * The months whose rows a set of this date serves, beside the complete sets (oldest first) that are saved. A month is computed as at its last
 * day; the first set also serves all months before its own.
 */
export function monthsServedBy(at: IsoDate, saved: readonly RetirementStandard[]): FigureRange {
  const later = saved.find((set) => set.at > at);
  const isFirst = !saved.some((set) => set.at < at);
  return { from: isFirst ? null : monthOf(at), before: later === undefined ? null : monthOf(later.at) };
}

/** A weekly budget in dollars by the field of its yearly total, where a document names one. */
export type WeeklyBudgets = Readonly<Partial<Record<StandardField, number>>>;

export interface PlausibilityRule {
  rule: string;
  /** `unknown`: the figures that the rule compares are not there. */
  holds: 'yes' | 'no' | 'unknown';
  fields: readonly StandardField[];
}

type Pair = readonly [less: StandardField, more: StandardField];

const modestAndComfortable: readonly Pair[] = [
  ['savingsModestSingle', 'savingsComfortableSingle'],
  ['savingsModestCouple', 'savingsComfortableCouple'],
  ['modestSingleYearTotal', 'comfortableSingleYearTotal'],
  ['modestCoupleYearTotal', 'comfortableCoupleYearTotal'],
];
const singleAndCouple: readonly Pair[] = [
  ['savingsModestSingle', 'savingsModestCouple'],
  ['savingsComfortableSingle', 'savingsComfortableCouple'],
  ['pensionSingle', 'pensionCouple'],
  ['modestSingleYearTotal', 'modestCoupleYearTotal'],
  ['comfortableSingleYearTotal', 'comfortableCoupleYearTotal'],
];

/** Shares from which a figure is worth a second look: against the last set, and of 52 weeks against the year. */
export const MOST_CHANGE = 0.15;
const MOST_ROUNDING = 0.01;

/** Whether figures are believable: against one another, against the last set, and against weekly budgets. They warn; nothing is refused. */
export function plausibility(
  figures: FigureValues,
  last: FigureValues | null,
  weekly: WeeklyBudgets,
): PlausibilityRule[] {
  const ordered = (rule: string, pairs: readonly Pair[], isRight: (less: number, more: number) => boolean) =>
    judged(
      rule,
      pairs.flatMap(([a, b]) => {
        const [less, more] = [figures[a], figures[b]];
        return less == null || more == null ? [] : [{ fields: [a, b], isRight: isRight(less, more) }];
      }),
    );
  const near = (rule: string, most: number, of: (field: StandardField) => number | null | undefined) =>
    judged(
      rule,
      figureGroups.flatMap((group) =>
        group.figures.flatMap(({ field }) => {
          const [value, other] = [figures[field], of(field)];
          if (value == null || other == null || other <= 0) return [];
          return [{ fields: [field], isRight: Math.abs(value - other) <= most * other }];
        }),
      ),
    );
  return [
    ordered('Modest below comfortable', modestAndComfortable, (less, more) => less < more),
    // ASFA has published one modest lump sum for both.
    ordered('Single not above couple', singleAndCouple, (less, more) => less <= more),
    near('Weekly x 52 near the annual total', MOST_ROUNDING, (field) => {
      const week = weekly[field];
      return week === undefined ? null : week * 52;
    }),
    near('Within 15 % of the last set', MOST_CHANGE, (field) => last?.[field]),
  ];
}

function judged(
  rule: string,
  compared: readonly { fields: readonly StandardField[]; isRight: boolean }[],
): PlausibilityRule {
  const wrong = compared.filter(({ isRight }) => !isRight).flatMap(({ fields }) => fields);
  return {
    rule,
    holds: compared.length === 0 ? 'unknown' : wrong.length === 0 ? 'yes' : 'no',
    fields: [...new Set(wrong)],
  };
}
