import type { NormalizedQuery } from '@superscope/contracts/analytics/query';
import { conditionSql, type ConditionContext } from '../compile/condition-sql.js';
import { Params, type ParamValue } from '../compile/params.js';
import { readsMonths } from '../compile/source-sql.js';
import { dimensionOf, measureOf } from '../model/catalogue.js';
import { membersOf } from '../query/normalize-filters.js';
import { namedQuestion, type NamedQuestion } from './named-question.js';
import type { EmployerQuestion } from './question.js';

/** A question about categories that an employer may ask. */
export interface CategoryQuestion extends Omit<NamedQuestion, 'times'> {
  /** Members by category at quarter ends; null if only categories are asked about. */
  members: EmployerQuestion | null;
}

/** Checks that employers may ask a question about categories. Throws BadQuery with 403 and a message that says what may be asked. */
export function categoryQuestion(query: NormalizedQuery): CategoryQuestion {
  const { times, ...question } = namedQuestion(query, 'category');
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
  return { ...question, members };
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
