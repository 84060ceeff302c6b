import { periodFlags } from '@superscope/api/analytics/model/secret-columns';
import type { LookBack } from '@superscope/contracts/analytics/look-back';
import type { MemberFlag } from '@superscope/contracts/analytics/member-names';
import { isQuarterEnd, shiftMonth } from '@superscope/domain/calendar-dates';
import { newestRules } from '@superscope/domain/publishing/publishing-rules';
import { eldersBy } from '@superscope/domain/publishing/twins';
import { wholePlan, type Cell } from '../cells.js';
import type { Claims } from '../claims.js';
import { cellOf, type Employer } from '../employer.js';
import { headcount, shareOfMembers } from '../facts.js';
import { countFigure, notesByRow } from '../figure.js';
import type { PlanKnowledge } from '../knowledge.js';
import { equals, monthOf, rangeOf, type Answer, type Query, type Result } from '../portal-asker.js';
import type { NotedReading } from './simulated-recency.js';

const month = 'MemberSnapshot.month';
const measures = [headcount, shareOfMembers];
const mostRanges = 20;

const reasons: Partial<Record<MemberFlag, string>> = {
  contactRequestedNominatedBeneficiary: 'nominatedBeneficiary',
  contactRequestedAccountBalance: 'accountBalance',
  contactRequestedInvestment: 'investment',
  contactRequestedInsurance: 'insurance',
  contactRequestedRetirementAdequacy: 'retirementAdequacy',
};

/** How many draws of noise the number of members with a dated fact has. */
const drawsOf = (flag: MemberFlag, lookBack: LookBack): number => {
  const [[boundary] = []] = periodFlags[flag as keyof typeof periodFlags].noise({ lookBack });
  return eldersBy(newestRules).has(boundary!.label) ? 2 : 1;
};

/** A question, and the month that each of its results is of; null where the rows name their months. */
interface Asked {
  query: Query;
  months: readonly string[] | null;
}

/** Everything that an employer may ask about one dated fact: the whole plan month by month, and each group at each quarter end. */
export async function askRecency(
  employer: Employer,
  plan: PlanKnowledge,
  flag: MemberFlag,
  claims: Claims,
): Promise<NotedReading[]> {
  const found: NotedReading[] = [];
  const about = (filters: Cell = wholePlan): Query => ({ measures, ...employer.of(plan, filters) });
  const note = (cell: Cell, when: string, lookBack: LookBack, result: Result, row: number): void => {
    const members = plan.members(cell, when);
    if (members.length === 0) return;
    const isWhole = members.length === plan.members(wholePlan, when).length;
    const notes = notesByRow(result).get(row);
    const draws = drawsOf(flag, lookBack);
    const figure = countFigure(result.data[row]!, notes, headcount, members.length, 'adjusted', isWhole, draws);
    const at = plan.months.indexOf(when);
    if (figure && at !== -1) found.push({ month: at, members, lookBack, figure, isWhole, edition: 1, draws });
  };
  const read = (asked: Asked, answer: Answer, cellOfRow: (row: Result['data'][number]) => Cell | null) => {
    for (const [at, result] of (answer ?? []).entries()) {
      if (result.lookBackMonths === undefined) continue;
      const lacking = new Set(result.leftOut?.map(({ row }) => row));
      for (const [row, values] of result.data.entries()) {
        const cell = cellOfRow(values);
        if (cell && !lacking.has(row))
          note(cell, asked.months?.[at] ?? monthOf(values[month]), result.lookBackMonths as LookBack, result, row);
      }
    }
  };

  // The flag as a breakdown is published every month.
  const member = `Member.${flag}`;
  const whole = [monthly(employer), ...ranges(employer.months, 3), ...ranges(employer.months, 12)].map(
    ({ months, timeDimensions }): Asked => ({ months, query: { ...about(), dimensions: [member], timeDimensions } }),
  );
  const wholeAnswers = await employer.asks.ask(whole.map(({ query }) => query));
  for (const [at, asked] of whole.entries())
    read(asked, wholeAnswers[at]!, (row) => (row[member] === '1|Yes' ? wholePlan : null));

  // As a filter it is published for groups at quarter ends.
  const ends = employer.months.filter(isQuarterEnd);
  const isFlag = equals(member, ['1']);
  const questions = employer.groupQuestions(plan, 3, false);
  const groups = questions.flatMap((question) =>
    [monthly(employer), ...ranges(ends, 12)].map(({ months, timeDimensions }) => {
      const { filters, ...query } = about(question.filters);
      const dimensions = question.breakdowns.map((name) => `Member.${name}`);
      return { question, months, query: { ...query, dimensions, filters: [...filters!, isFlag], timeDimensions } };
    }),
  );
  const answers = await employer.asks.ask(groups.map(({ query }) => query));
  for (const [at, asked] of groups.entries()) read(asked, answers[at]!, (row) => cellOf(asked.question, row));
  await compareWays(employer, plan, flag, whole, wholeAnswers, claims);
  return found;
}

const monthly = ({ months }: Employer): Pick<Query, 'timeDimensions'> & { months: null } => ({
  months: null,
  timeDimensions: [{ dimension: month, granularity: 'month', dateRange: rangeOf(months[0]!, months.at(-1)!) }],
});

/** Periods of a length that end with each of the months. */
function ranges(ends: readonly string[], length: number) {
  const asked: { months: readonly string[]; timeDimensions: NonNullable<Query['timeDimensions']> }[] = [];
  for (let at = 0; at < ends.length; at += mostRanges) {
    const months = ends.slice(at, at + mostRanges);
    const compareDateRange = months.map((end) => rangeOf(shiftMonth(end, 1 - length), end));
    asked.push({ months, timeDimensions: [{ dimension: month, compareDateRange }] });
  }
  return asked;
}

const countOf = (row: Result['data'][number] | undefined, name: string) => (row ? (row[name] ?? null) : undefined);

/** The same facts in other questions: requests by reason, the engaged, periods with other starts. Each fact must have one number. */
async function compareWays(
  employer: Employer,
  plan: PlanKnowledge,
  flag: MemberFlag,
  whole: readonly Asked[],
  answers: readonly Answer[],
  claims: Claims,
): Promise<void> {
  const member = `Member.${flag}`;
  const newest = employer.months.at(-1)!;
  const published = (at: number, result: number) =>
    countOf(
      answers[at]?.[result]?.data.find((row) => row[member] === '1|Yes'),
      headcount,
    );
  const last = whole.findLastIndex(({ months }) => months?.at(-1) === newest);
  const year = last === -1 ? undefined : published(last, whole[last]!.months!.length - 1);

  const starts = [4, 5, 6, 9, 11, 13, 18, 24, 36].map((length) => rangeOf(shiftMonth(newest, 1 - length), newest));
  const [others] = await employer.asks.ask([
    {
      measures: [headcount],
      ...employer.of(plan, wholePlan),
      dimensions: [member],
      timeDimensions: [{ dimension: month, compareDateRange: starts }],
    },
  ]);
  for (const result of others ?? [])
    claims.compare(
      year,
      countOf(
        result.data.find((row) => row[member] === '1|Yes'),
        headcount,
      ),
    );

  if (flag === 'loggedInMember') {
    const end = employer.months.findLast(isQuarterEnd)!;
    const question = {
      measures: [headcount],
      dimensions: ['Member.gender', member],
      timeDimensions: [{ dimension: month, dateRange: rangeOf(shiftMonth(end, -11), end) }],
    };
    const { filters } = employer.of(plan, wholePlan);
    const [all, engaged] = await employer.asks.ask([
      { ...question, filters },
      { ...question, filters: [...filters, equals('Member.engaged', ['1'])] },
    ]);
    for (const row of engaged?.[0]?.data ?? []) {
      const own = row[member] === '1|Yes' ? row[headcount] : null;
      const other = all?.[0]?.data.find(
        (each) => each['Member.gender'] === row['Member.gender'] && each[member] === row[member],
      );
      if (typeof own === 'number' && typeof other?.[headcount] === 'number') claims.compare(other[headcount], own);
    }
    return;
  }
  const requests = 'ContactRequested.members';
  const reason = reasons[flag];
  const [asked] = await employer.asks.ask([
    {
      measures: [requests],
      filters: [
        equals('ContactRequested.planId', [plan.planId]),
        ...(reason === undefined ? [] : [equals('ContactRequested.reason', [reason])]),
      ],
      timeDimensions: [{ dimension: 'ContactRequested.at', dateRange: rangeOf(shiftMonth(newest, -11), newest) }],
    },
  ]);
  claims.compare(year, countOf(asked?.[0]?.data[0], requests));
}
