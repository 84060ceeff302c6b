import type { NormalizedFilter, NormalizedFilterNode, NormalizedQuery } from '@superscope/contracts/analytics/query';
import { conditionSql, type ConditionContext } from '../compile/condition-sql.js';
import { isTimeMember, isTimeNode } from '../compile/months.js';
import { Params, type ParamValue } from '../compile/params.js';
import { readsMonths } from '../compile/source-sql.js';
import { dimensionOf, findMember, measureOf } from '../model/catalogue.js';
import { refused } from '../query/bad-query.js';
import { membersOf, splitFilters } from '../query/normalize-filters.js';
import type { EmployerQuestion } from './question.js';

/** A question about categories, once it is known that an employer may ask it. */
export interface CategoryQuestion {
  query: NormalizedQuery;
  /** Conditions on the categories themselves. The fund defines them, so any may be asked. */
  filters: readonly NormalizedFilterNode[];
  having: readonly NormalizedFilterNode[];
  /** Members by category at quarter ends; null where only categories are asked about. */
  members: EmployerQuestion | null;
}

const flat = (filter: NormalizedFilterNode): NormalizedFilter[] => {
  if ('or' in filter) throw refused("Conditions on months cannot be joined by 'or' here");
  return 'and' in filter ? filter.and.flatMap(flat) : [filter];
};

/** Checks what may be asked of categories. Throws BadQuery with 403 and a sentence that says what may be. */
export function categoryQuestion(query: NormalizedQuery): CategoryQuestion {
  if (query.ungrouped) throw refused("Members are counted by category, never listed; leave out 'ungrouped'");
  const { where, having } = splitFilters(query.filters);
  const filters = where.filter((filter) => !isTimeNode(filter));
  for (const name of filters.flatMap(membersOf)) {
    if (isTimeMember(name)) throw refused("A condition on months cannot share an 'or' with others");
    if (findMember(name)!.kind === 'measure') throw refused(`'measureFilter' on '${name}' would select members`);
  }
  const times = where.filter(isTimeNode).flatMap(flat);
  const isCounted = readsMonths('memberCategory', query, query.filters.flatMap(membersOf));
  const members: EmployerQuestion | null = isCounted
    ? {
        query,
        measures: [measureOf('MemberSnapshot.countMembers')],
        filters: [],
        breakdowns: [dimensionOf('Member.categoryId')],
        engaged: null,
        secret: null,
        quarterly: true,
        times,
        having: [],
      }
    : null;
  return { query, filters, having, members };
}

/** The categories that a question is about. */
export function categoryStatement(
  { query, filters }: CategoryQuestion,
  planIds: readonly string[] | null,
): { sql: string; params: Record<string, ParamValue> } {
  const params = new Params();
  const context: ConditionContext = { params, zone: query.timezone, timezone: '', periodFrom: '' };
  const conditions = [
    ...(planIds === null ? [] : [`plan_id IN ${params.add(planIds, 'Array(String)', 'plans')}`]),
    ...filters.map((filter) => conditionSql(filter, context)),
  ];
  const where = conditions.length > 0 ? `\nWHERE ${conditions.join('\n  AND ')}` : '';
  return {
    sql: `SELECT plan_id, category_id, name, active\nFROM member_category FINAL${where}\nORDER BY plan_id, category_id`,
    params: params.values,
  };
}
