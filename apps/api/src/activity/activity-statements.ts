import { addDays, sydneyDate } from '@superscope/domain/calendar-dates';
import { clickhouseText, isoText } from '../platform/clickhouse/instant-text.js';
import type { Statement } from '../platform/clickhouse/statement.js';
import { parseInstant } from '../platform/time/sydney-instant.js';

/** When a day begins in Sydney, in ClickHouse's text format. */
export const beginningOf = (day: string): string => clickhouseText(parseInstant(day)!);

/** A search of the access log. Instants are in ClickHouse's text format. */
export interface ActivityAsked {
  from: string;
  /** Exclusive. */
  to: string;
  /** Empty means all users. */
  users: readonly string[];
  member: string | null;
  action: string | null;
}

/** An answer lists at most this many actions of one session. */
const mostActions = 200;

/** A session lasts at most 12 hours, or a day if it groups the accesses of a day, so all of its actions lie within this distance. */
const aroundHours = 25;

/** Rows with the same key have the same day, so FINAL need not merge across partitions. */
const byPartition = 'SETTINGS do_not_merge_across_partitions_select_final = 1';

// The condition on days lets the engine skip partitions and parts outside the range.
const within = `on_date BETWEEN toDate({fromDay:String}) AND toDate({toDay:String})
  AND at >= toDateTime64({from:String}, 3, 'UTC') AND at < toDateTime64({to:String}, 3, 'UTC')`;

/** ClickHouse's Date begins on 1970-01-01. This leaves room to subtract days. */
const earliest = '1970-01-10';

/** The days that a range of instants spans in Sydney, widened by `days` on both sides. */
const daysAround = ({ from, to }: Pick<ActivityAsked, 'from' | 'to'>, days: number) => ({
  fromDay: addDays(dayFrom(from), -days),
  toDay: addDays(dayFrom(to), days),
});
const dayFrom = (instant: string): string => (instant < earliest ? earliest : sydneyDate(isoText(instant)));

function matching({ from, to, users, member, action }: ActivityAsked): { where: string; params: Statement['params'] } {
  const where = [
    within,
    ...(users.length === 0 ? [] : ['user_id IN {users:Array(String)}']),
    ...(member === null ? [] : ['has(members, {member:String})']),
    ...(action === null ? [] : ['action = {action:String}']),
  ].join('\n  AND ');
  return {
    where,
    params: { from, to, ...daysAround({ from, to }, 1), users: [...users], member: member ?? '', action: action ?? '' },
  };
}

/**
 * Select a page of sessions (session, number of actions, time of the newest), and the number of all sessions. The session with the newest
 * action comes first.
 */
export function sessionStatements(asked: ActivityAsked, limit: number, offset: number) {
  const { where, params } = matching(asked);
  return {
    page: {
      sql: `SELECT session, count(), toString(max(at)) FROM access_entry FINAL
WHERE ${where}
GROUP BY session ORDER BY max(at) DESC, session LIMIT {limit:UInt32} OFFSET {offset:UInt32}
${byPartition}`,
      params: { ...params, limit, offset },
    },
    total: { sql: `SELECT uniqExact(session) FROM access_entry FINAL\nWHERE ${where}\n${byPartition}`, params },
  };
}

/**
 * Select the users with a matching action (user, role, time of the newest, number, actions), at most `most`, the numbers of all actions and
 * users, and how far the log has come (time of the newest action of anybody, number). The user with the newest action comes first.
 */
export function looksStatements(asked: ActivityAsked, most: number) {
  const { where, params } = matching(asked);
  return {
    people: {
      sql: `SELECT user_id, argMax(role, at), toString(max(at)), count(), arraySort(groupUniqArray(action)) FROM access_entry FINAL
WHERE ${where}
GROUP BY user_id ORDER BY max(at) DESC, user_id LIMIT ${most}
${byPartition}`,
      params,
    },
    newest: { sql: `SELECT toString(max(at)), count() FROM access_entry\nWHERE ${within}`, params },
    total: {
      sql: `SELECT count(), uniqExact(user_id) FROM access_entry FINAL\nWHERE ${where}\n${byPartition}`,
      params,
    },
  };
}

/** Selects every matching action, newest first, at most `most`. */
export function fileStatement(asked: ActivityAsked, most: number): Statement {
  const { where, params } = matching(asked);
  return {
    sql: `SELECT toString(at), user_id, role, address, session, action, type, context, path, plan_id, object,
  length(members), row_count, outcome
FROM access_entry FINAL
WHERE ${where}
ORDER BY at DESC, revision DESC, entry DESC LIMIT ${most}
${byPartition}`,
    params,
  };
}

/** Narrows a search to the days around the newest actions of some sessions: their other actions cannot be on any other day. */
export function aroundSessions(asked: ActivityAsked, newest: readonly string[]): ActivityAsked {
  const around = (at: string, hours: number) =>
    clickhouseText(new Date(Date.parse(isoText(at)) + hours * 3_600_000).toISOString());
  const sorted = [...newest].sort();
  const [from, to] = [around(sorted[0]!, -aroundHours), around(sorted.at(-1)!, aroundHours)];
  return { ...asked, from: from > asked.from ? from : asked.from, to: to < asked.to ? to : asked.to };
}

/** Select, for some sessions, the user, address, first and last time, and the newest actions that match the search. */
export function detailStatements(asked: ActivityAsked, sessions: readonly string[]) {
  const { where, params } = matching(asked);
  const chosen = 'session IN {sessions:Array(String)}';
  return {
    bounds: {
      sql: `SELECT session, max(user_id), argMax(role, at), argMax(address, at), toString(min(at)), toString(max(at))
FROM access_entry FINAL
WHERE on_date BETWEEN toDate({fromDay:String}) AND toDate({toDay:String})
  AND at >= toDateTime64({from:String}, 3, 'UTC') - INTERVAL ${aroundHours} HOUR
  AND at < toDateTime64({to:String}, 3, 'UTC') + INTERVAL ${aroundHours} HOUR
  AND ${chosen}
GROUP BY session
${byPartition}`,
      params: { from: asked.from, to: asked.to, ...daysAround(asked, 3), sessions: [...sessions] },
    },
    actions: {
      sql: `SELECT session, toString(at), action, context, type, path, referrer, plan_id, object, length(members), row_count, outcome
FROM access_entry FINAL
WHERE ${where}
  AND ${chosen}
ORDER BY at DESC, revision DESC, entry DESC LIMIT ${mostActions} BY session
${byPartition}`,
      params: { ...params, sessions: [...sessions] },
    },
  };
}
