import { mostCounted, type EventFilter } from '@superscope/contracts/event-history';
import type { ParamValue } from '../platform/clickhouse/params.js';
import type { Statement } from '../platform/clickhouse/statement.js';
import { clickhouseText } from '../platform/clickhouse/instant-text.js';
import { eventColumns } from './event-rows.js';

/** A query of the table of events. */
export interface EventQuestion extends EventFilter {
  /** Streams of the plan's companies and campaigns, whose events do not all name the plan. */
  planStreams?: readonly string[];
}

interface Condition {
  sql: string;
  params: Record<string, ParamValue>;
}

const conditionOf: { [Name in keyof EventFilter]-?: (value: string, asked: EventQuestion) => Condition } = {
  memberId: (member) => ({
    sql: '(position, prepare) IN (SELECT position, prepare FROM recorded_event_member WHERE member_id = {member:UUID})',
    params: { member },
  }),
  planId: (plan, { planStreams = [] }) => ({
    sql: `(plan_id = {plan:String} OR stream IN {planStreams:Array(String)}
  OR member_id IN (SELECT member_id FROM member_fact WHERE plan_id = {plan:String}))`,
    params: { plan, planStreams },
  }),
  userId: (user) => ({
    sql: '(actor = {user:String} OR stream = {userStream:String})',
    params: { user, userStream: `user-${user}` },
  }),
  stream: (stream) => ({ sql: 'stream = {stream:String}', params: { stream } }),
  type: (type) => ({ sql: 'event_type = {type:String}', params: { type } }),
  from: (from) => ({ sql: `recorded_at >= {from:DateTime64(3, 'UTC')}`, params: { from: clickhouseText(from) } }),
  to: (to) => ({ sql: `recorded_at < {to:DateTime64(3, 'UTC')}`, params: { to: clickhouseText(to) } }),
  correlationId: (correlation) => ({ sql: 'correlation_id = {correlation:String}', params: { correlation } }),
  // All commands of an import have ids that begin with its own.
  imports: () => ({ sql: `NOT startsWith(command_id, 'import/')`, params: {} }),
};

function conditionsOf(asked: EventQuestion): Condition[] {
  const names = Object.keys(conditionOf) as (keyof EventFilter)[];
  return names.flatMap((name) => {
    const value = asked[name];
    return value === undefined ? [] : [conditionOf[name](value, asked)];
  });
}

/** The condition on events before or after a place. Only its first comparison can use the table's sort order. */
const beside = (place: string, side: '<' | '>'): Condition => {
  const [commit, prepare] = place.split('-') as [string, string];
  return {
    sql: `position ${side}= {commit:UInt64} AND (position ${side} {commit:UInt64} OR prepare ${side} {prepare:UInt64})`,
    params: { commit, prepare },
  };
};

const statement = (before: string, conditions: readonly Condition[], after: string): Statement => ({
  sql: `${before}${conditions.length === 0 ? '' : `\nWHERE ${conditions.map(({ sql }) => sql).join('\n  AND ')}`}\n${after}`,
  params: Object.assign({}, ...conditions.map(({ params }) => params)) as Statement['params'],
});

/**
 * Selects events, newest first. An event that was delivered twice has two rows until they are merged. The caller removes the duplicate,
 * because ClickHouse cannot stop reading early if it has to look for duplicates.
 */
export const searchStatement = (asked: EventQuestion, before: string | null, most: number): Statement =>
  statement(
    `SELECT ${eventColumns}\nFROM recorded_event`,
    [...conditionsOf(asked), ...(before === null ? [] : [beside(before, '<')])],
    `ORDER BY position DESC, prepare DESC LIMIT ${most}`,
  );

/** Selects events, oldest first, up to and including a commit position. */
export const listStatement = (
  asked: EventQuestion,
  after: string | null,
  until: string | null,
  most: number,
): Statement =>
  statement(
    `SELECT ${eventColumns}\nFROM recorded_event`,
    [
      ...conditionsOf(asked),
      ...(after === null ? [] : [beside(after, '>')]),
      ...(until === null ? [] : [{ sql: 'position <= {until:UInt64}', params: { until } }]),
    ],
    `ORDER BY position, prepare LIMIT ${most}`,
  );

/**
 * Selects how many events match, and how many rows were counted to find out. If there are `mostCounted` + 1 rows, more events may match.
 */
export const countStatement = (asked: EventQuestion): Statement => {
  const found = statement(
    'SELECT position, prepare FROM recorded_event',
    conditionsOf(asked),
    `LIMIT ${mostCounted + 1}`,
  );
  return { ...found, sql: `SELECT uniqExact((position, prepare)) AS n, count() AS rows FROM (${found.sql})` };
};

export const placeStatement = (place: string): Statement => {
  const [commit, prepare] = place.split('-') as [string, string];
  return {
    sql: `SELECT ${eventColumns}\nFROM recorded_event WHERE position = {commit:UInt64} AND prepare = {prepare:UInt64} LIMIT 1`,
    params: { commit, prepare },
  };
};
