import type { NormalizedFilter, NormalizedFilterNode, NormalizedQuery } from '@superscope/contracts/analytics/query';
import { isTimeMember, isTimeNode } from '../compile/months.js';
import { findMember } from '../model/catalogue.js';
import { refused } from '../query/bad-query.js';
import { membersOf, splitFilters } from '../query/normalize-filters.js';

/** A question that an employer may ask about things that the fund defines for everybody and about their members. */
export interface NamedQuestion {
  query: NormalizedQuery;
  /** Conditions on the fund's definitions. All such conditions are allowed. */
  filters: readonly NormalizedFilterNode[];
  times: readonly NormalizedFilter[];
  having: readonly NormalizedFilterNode[];
}

const flat = (filter: NormalizedFilterNode): NormalizedFilter[] => {
  if ('or' in filter) throw refused("Conditions on months cannot be joined by 'or' here");
  return 'and' in filter ? filter.and.flatMap(flat) : [filter];
};

/** Checks a question's conditions. Throws BadQuery with 403 and a message that says what may be asked. */
export function namedQuestion(query: NormalizedQuery, counted: string): NamedQuestion {
  if (query.ungrouped) throw refused(`Members are counted by ${counted}, never listed; leave out 'ungrouped'`);
  const { where, having } = splitFilters(query.filters);
  const filters = where.filter((filter) => !isTimeNode(filter));
  for (const name of filters.flatMap(membersOf)) {
    if (isTimeMember(name)) throw refused("A condition on months cannot share an 'or' with others");
    if (findMember(name)!.kind === 'measure') throw refused(`'measureFilter' on '${name}' would select members`);
  }
  return { query, filters, times: where.filter(isTimeNode).flatMap(flat), having };
}
