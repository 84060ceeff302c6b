import { equalsSql, type ConditionContext } from '../compile/condition-sql.js';
import { Params, type ParamValue } from '../compile/params.js';
import type { EditionCalendar } from '../employer/editions.js';
import { editionsSql } from '../employer/cell-statement.js';
import type { MovementQuestion } from './movement-question.js';
import { movementSql } from './movement-sql.js';

/** The result's columns are, in order: from, to, values of filters with several values, key, members. */
export interface MovementStatement {
  sql: string;
  params: Record<string, ParamValue>;
  /** The number of filters with several values, whose cells are published one by one. */
  columns: number;
}

/** The statement for the flows between two editions. The calendar must have both. */
export function movementStatement(question: MovementQuestion, calendar: EditionCalendar): MovementStatement {
  const params = new Params();
  const { planId, from, to, filters, query } = question;
  const context: ConditionContext = { params, zone: query.timezone, timezone: '', periodFrom: '' };
  const conditions = filters.map(({ dimension, values }) =>
    values.length === 0 ? '0' : equalsSql(dimension, values, context),
  );
  const columns = filters.filter(({ values }) => values.length > 1).map(({ dimension }) => dimension.sql(context));
  const keys = ['from_band', 'to_band', ...columns];
  const key = 'any(rows.record_key) AS record_key';
  const rows = movementSql(
    'member_edition AS rows',
    editionsSql([planId], [from, to], calendar, params),
    question,
    params,
    [key],
  );
  const sql = [
    `SELECT\n  ${[...keys, "leftPad(lower(hex(sumWithOverflow(record_key))), 16, '0') AS cell_key", 'count() AS members'].join(',\n  ')}`,
    `FROM ${rows}`,
    ...(conditions.length > 0 ? [`WHERE ${conditions.join('\n  AND ')}`] : []),
    `GROUP BY ${keys.join(', ')}`,
  ].join('\n');
  return { sql, params: params.values, columns: columns.length };
}
