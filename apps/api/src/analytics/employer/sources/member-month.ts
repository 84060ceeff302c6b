import { newestRules } from '@superscope/domain/publishing/publishing-rules';
import { dimensionOf } from '../../model/catalogue.js';
import { monthsRead } from '../cell-statement.js';
import { EditionCalendar, type Edition } from '../editions.js';
import { plansOf, type AnswerContext, type EmployerSource, type PlanEditions } from '../employer-source.js';
import { memberAnswer, memberStatements } from '../member-answer.js';
import { publishedAnswer } from '../published-answer.js';
import { byPayroll, employerQuestion, type EmployerQuestion } from '../question.js';

/** Members by month: their number, their figures, and their scores. */
export const memberMonth: EmployerSource<EmployerQuestion> = {
  accepts: (query) => employerQuestion(query),
  readModels: () => ['editions'],
  statements: (question, editions) => memberStatements(askedOf(question, editions), editions),
  async answer(asked, context) {
    const question = askedOf(asked, context);
    const calendar = isHeadcountOnly(question) ? await withRunningMonths(question, context) : context.calendar;
    const { rows, months } = isHeadcountOnly(question)
      ? await headcounts(question, { ...context, calendar })
      : await memberAnswer(question, context);
    return { ...publishedAnswer(rows, question), ...months, recordedBy: calendar.recordedBy };
  },
};

/**
 * The question, as it may be asked of these plans: by salary group as by a secret category if none of them has one payroll in its newest
 * closed month. Among plans of both kinds those of several payrolls are left out, and named. Throws BadQuery with 403.
 */
function askedOf(question: EmployerQuestion, editions: PlanEditions): EmployerQuestion {
  if (!byPayroll(question)) return question;
  const newest = plansOf(editions).flatMap((planId) => editions.calendar.newestOf(planId) ?? []);
  const isOfSeveral = newest.length > 0 && newest.every(({ onePayroll }) => !onePayroll);
  return isOfSeveral ? employerQuestion(question.query, 'several') : question;
}

/** Whether a question asks only for plans' own headcounts. No other figure is published for months that are not closed. */
const isHeadcountOnly = ({ measures, filters, breakdowns, engaged, secret }: EmployerQuestion): boolean =>
  measures.length > 0 &&
  measures.every(({ published }) => published.as === 'headcount') &&
  filters.length === 0 &&
  breakdowns.length === 0 &&
  engaged === null &&
  secret === null;

/** Answers with the calendar's own headcounts, those of the months that are still running included. */
function headcounts(question: EmployerQuestion, context: AnswerContext) {
  return memberAnswer(question, context, ({ versioned }, buckets) => {
    const months = monthsRead(question, buckets);
    return context.calendar
      .all()
      .filter(({ month }) => months.includes(month))
      .map(({ month, planId, version, members }) => [`${month}-01`, planId, ...(versioned ? [version] : []), members]);
  });
}

/** Adds the months that are still running to a calendar, with only their nightly headcounts: no other figure of these months is published. */
async function withRunningMonths(
  { query, times }: EmployerQuestion,
  { planIds, calendar, read }: AnswerContext,
): Promise<EditionCalendar> {
  const newest = calendar.months.at(-1);
  const isTimed =
    times.length > 0 ||
    query.timeDimensions.length > 0 ||
    query.dimensions.some((name) => dimensionOf(name).use === 'time');
  // Without a condition on time the newest month is meant. As for every other figure, that is the newest closed month.
  if (newest !== undefined && !isTimed) return calendar;
  const rows = await read({
    sql: `SELECT plan_id, formatDateTime(month, '%Y-%m'), members, toString(recorded_by)
FROM running_month FINAL
WHERE members > 0 AND month > {newest:Date}${planIds === null ? '' : ' AND plan_id IN {plans:Array(String)}'}`,
    params: { newest: newest === undefined ? '1970-01-01' : `${newest}-01`, ...(planIds ? { plans: planIds } : {}) },
  });
  const running = rows.map(([planId, month, members, recordedBy]): Edition => ({
    planId: String(planId),
    month: String(month),
    edition: 0,
    version: 0,
    members: Number(members),
    key: 0n,
    recordedBy: String(recordedBy),
    rules: newestRules,
    onePayroll: false,
  }));
  return new EditionCalendar([...calendar.all(), ...running]);
}
