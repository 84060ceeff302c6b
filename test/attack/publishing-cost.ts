import { facts, headcount, type Fact } from './facts.js';
import type { PlanKnowledge } from './knowledge.js';
import { equals, monthOf, rangeOf, type PortalAsker, type Query } from './portal-asker.js';

const averageBalance = 'MemberSnapshot.averageTotalAssetsOwned';
const averageScore = 'SuperScore.averageSuperScore';
const shown: readonly Fact[] = [facts.noNomination, facts.noLifeInsurance, facts.engaged];
const spans = [1, 3, 12] as const;

/** The error of an employer's figures for one plan, compared with the exact ones. Null when nothing is shown. */
export interface PublishingCost {
  planId: string;
  members: number;
  /** Mean error of the average balance in percent, over months. */
  balance: number | null;
  /** Mean error of the average SuperScore, in stars. */
  score: number | null;
  /** Mean error of whole-plan shares, in percentage points. */
  shares: number | null;
  /** Percent of whole-plan shares that are shown as numbers. */
  sharesShown: number;
  /** The same errors in a table by gender and age group. */
  tableBalance: number | null;
  tableShown: number;
  /** Percent of non-null changes over 1, 3 and 12 months with the right sign, for balances and shares together. */
  signs: (number | null)[];
}

/** Compares the employer's answers with Staff's at the same months. */
export async function publishingCost(
  employer: PortalAsker,
  staff: PortalAsker,
  plan: PlanKnowledge,
): Promise<PublishingCost> {
  const { months } = plan;
  const monthly = (more: Partial<Query>, filters: Query['filters'] = []): Query => ({
    measures: [averageBalance],
    ...more,
    filters: [equals('Member.planId', [plan.planId]), ...filters],
    timeDimensions: [
      { dimension: 'MemberSnapshot.month', granularity: 'month', dateRange: rangeOf(months[0]!, months.at(-1)!) },
    ],
  });
  const queries = [
    monthly({}),
    monthly({ measures: [averageScore] }),
    monthly({ dimensions: ['Member.gender', 'Member.ageGroup'] }),
    ...shown.map(({ filter }) => monthly({ measures: [headcount] }, [equals(filter!.member, filter!.values)])),
  ];
  const [theirs, exact] = [await employer.ask(queries), await staff.ask(queries)];
  const series = (answers: typeof theirs, at: number, measure: string) => {
    const values = new Map<string, number>();
    for (const { ['MemberSnapshot.month']: month, [measure]: value, ...row } of answers[at]?.[0]?.data ?? [])
      if (typeof value === 'number')
        values.set(`${monthOf(month)} ${row['Member.gender'] ?? ''} ${row['Member.ageGroup'] ?? ''}`, value);
    return values;
  };
  const compared = (at: number, measure: string) => [series(theirs, at, measure), series(exact, at, measure)] as const;
  const relative = (error: number, truth: number) => (100 * error) / truth;
  const [balances, scores, table] = [
    compared(0, averageBalance),
    compared(1, averageScore),
    compared(2, averageBalance),
  ];
  const flags = shown.map((_, i) => compared(3 + i, headcount));
  const ofMembers = (error: number, _truth: number, key: string) =>
    (100 * error) / plan.members({}, key.slice(0, 7)).length;
  const errors = flags.flatMap(([told, truth]) => errorsOf(told, truth, ofMembers));
  return {
    planId: plan.planId,
    members: plan.members({}, months.at(-1)!).length,
    balance: mean(errorsOf(...balances, relative)),
    score: mean(errorsOf(...scores, (error) => error)),
    shares: mean(errors),
    sharesShown: (100 * errors.length) / (shown.length * months.length),
    tableBalance: mean(errorsOf(...table, relative)),
    tableShown: (100 * errorsOf(...table, relative).length) / Math.max(1, table[1].size),
    signs: spans.map((span) => signsRight([balances, ...flags], months, span)),
  };
}

type Series = ReadonlyMap<string, number>;

function errorsOf(told: Series, truth: Series, of: (error: number, truth: number, key: string) => number): number[] {
  return [...told].flatMap(([key, value]) => {
    const exact = truth.get(key) ?? 0;
    return exact === 0 && value === 0 ? [0] : exact === 0 ? [] : [of(Math.abs(value - exact), exact, key)];
  });
}

function signsRight(
  pairs: readonly (readonly [Series, Series])[],
  months: readonly string[],
  span: number,
): number | null {
  const rights: number[] = [];
  for (const [told, truth] of pairs)
    for (const [at, month] of months.entries()) {
      const before = `${months[at - span]}  `;
      const [now, then] = [told.get(`${month}  `), told.get(before)];
      const change = (truth.get(`${month}  `) ?? 0) - (truth.get(before) ?? 0);
      if (now === undefined || then === undefined || change === 0) continue;
      rights.push(Math.sign(now - then) === Math.sign(change) ? 100 : 0);
    }
  return mean(rights);
}

const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
