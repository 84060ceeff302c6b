import type { NormalizedQuery } from '@superscope/contracts/analytics/query';
import { dimensionOf, measureOf } from '../../model/catalogue.js';
import type { Measure } from '../../model/cube-member.js';
import { periodFlags } from '../../model/secret-columns.js';
import { membersOf, splitFilters } from '../../query/normalize-filters.js';
import { refused } from '../../query/bad-query.js';
import type { EmployerSource } from '../employer-source.js';
import { memberAnswer, memberStatements } from '../member-answer.js';
import { publishedAnswer, type PublishedRow } from '../published-answer.js';
import type { EmployerQuestion } from '../question.js';

/** A query about contact requests, and the question about members that answers it. */
interface ContactQuestion {
  query: NormalizedQuery;
  asked: EmployerQuestion;
}

/** Requests for contact, as members who asked within the look-back. */
export const contactRequest: EmployerSource<ContactQuestion> = {
  accepts: (query) => ({ query, asked: contactQuestion(query) }),
  readModels: () => ['editions'],
  statements: ({ asked }, editions) => memberStatements(asked, editions),
  async answer({ query, asked }, context) {
    const { rows, months } = await memberAnswer(asked, context);
    return { ...publishedAnswer(contactRows(rows, query), { query, having: asked.having }), ...months };
  },
};

const members = 'ContactRequested.members';
const reason = 'ContactRequested.reason';

/** The reasons as requests name them, each with the column that holds the date of a member's last request. */
const reasons = {
  nominatedBeneficiary: periodFlags.contactRequestedNominatedBeneficiary,
  accountBalance: periodFlags.contactRequestedAccountBalance,
  investment: periodFlags.contactRequestedInvestment,
  insurance: periodFlags.contactRequestedInsurance,
  retirementAdequacy: periodFlags.contactRequestedRetirementAdequacy,
} as const;

const countOf = (name: string, key: string, column: (typeof periodFlags)[keyof typeof periodFlags]): Measure => ({
  ...measureOf(members),
  name,
  published: { as: 'count', key: `asked_${key}`, column, wire: '1|Yes' },
});

/**
 * Turns a query about contact requests into a question that employers may ask: members whose last request lies within the look-back, for each
 * reason.
 */
function contactQuestion(query: NormalizedQuery): EmployerQuestion {
  const { where, having } = splitFilters(query.filters);
  if (query.ungrouped) throw refused('Single requests are never listed for employers');
  for (const name of [...query.measures, ...having.flatMap(membersOf)]) {
    const { published } = measureOf(name);
    if (published.as === 'nothing') throw refused(`${published.because}.`);
  }
  for (const { name, use } of query.dimensions.map(dimensionOf))
    if (name !== reason && use !== 'plan') throw refused(`Requests are published by '${reason}', not by '${name}'`);
  let named: readonly string[] = Object.keys(reasons);
  const times: EmployerQuestion['times'][number][] = [];
  for (const filter of where) {
    if (!('member' in filter)) throw refused("Filters on requests cannot be joined by 'or' here");
    if (dimensionOf(filter.member).use === 'time') times.push(filter);
    else if (filter.member === reason && (filter.operator === 'equals' || filter.operator === 'in'))
      named = named.filter((each) => filter.values!.includes(each));
    else throw refused(`Requests may be filtered by '${reason}' and by months, by 'equals' or 'in'`);
  }
  const isByReason = query.dimensions.includes(reason);
  if (!isByReason && named.length < Object.keys(reasons).length && named.length !== 1)
    throw refused(`Members who asked for several reasons are not added up; ask by '${reason}'`);
  const isAny = !isByReason && named.length !== 1;
  const shown = query.dimensions.filter((name) => name !== reason).map(dimensionOf);
  return {
    query: { ...query, dimensions: shown.map(({ name }) => name) },
    shown,
    measures: isAny
      ? [countOf(members, 'any', periodFlags.contactRequested)]
      : named.map((name) => countOf(name, name, reasons[name as keyof typeof reasons])),
    filters: [],
    breakdowns: [],
    engaged: null,
    secret: null,
    quarterly: false,
    times,
    having,
  };
}

/** Splits a row that has a figure for each reason into one row per reason. */
function contactRows(rows: readonly PublishedRow[], query: NormalizedQuery): PublishedRow[] {
  const isByReason = query.dimensions.includes(reason);
  return rows.flatMap(({ keys, figures }) =>
    Object.entries(figures).map(([name, figure]) => ({
      keys: isByReason ? { ...keys, [reason]: name } : keys,
      figures: { [members]: figure },
    })),
  );
}
