import { columnsOf } from '@superscope/contracts/read-models/analytics-table';
import { memberSnapshotTable } from '@superscope/contracts/read-models/member-snapshots';
import { calendarStream } from '@superscope/domain/calendar/calendar';
import { forEach, typesOf, namesOf } from '@superscope/domain/event';
import { memberSnapshotsStream } from '@superscope/domain/member-snapshots/member-snapshots';
import { memberStream } from '@superscope/domain/member/member';
import { activityTypes } from '@superscope/domain/member/member.events';
import { planStream } from '@superscope/domain/plan/plan';
import type { Statement } from '../platform/clickhouse/statement.js';
import { ofEditionsAlone } from '../changes/editions-alone.js';
import { detailOf, type PlanAsked } from './plan-events.js';

/** Columns that identify or version a row. All others are compared. */
const notCompared = new Set<string>(['plan_id', 'month', 'member_id', 'version', 'is_deleted']);
const compared = columnsOf(memberSnapshotTable).filter((name) => !notCompared.has(name));

/**
 * The columns that a member's own activities change: the dates of the latest ones, the values derived from them, and
 * the score.
 */
const movedByActivities = compared.filter((name) =>
  /^last_|validated$|^risk_profile|score|points|investment_strategy_suitable|^gain_|on_track/.test(name),
);

const listed = (names: readonly string[]): string => `[${names.map((name) => `'${name}'`).join(', ')}]`;
const values = compared.map((name) => `ifNull(toString(${name}), '\\0')`).join(', ');

export interface DifferenceAsked {
  planId: string;
  /** yyyy-MM */
  month: string;
  /** The ClickHouse database of the past tables. */
  database: string;
  /** In ClickHouse's text format. */
  moment: string;
}

/**
 * Selects the members of a plan-month who differ, with the names of the differing columns. `side` says where a member exists: 1 in the past
 * only, 2 now only; their sum, 3, in both.
 */
const differing = (database: string): string => {
  const rows = (from: string, side: number) =>
    `SELECT member_id, ${side} AS side, [${values}] AS of FROM ${from} FINAL WHERE plan_id = {plan:String} AND month = {month:Date}`;
  return `SELECT member_id, sum(side) AS sides, anyIf(of, side = 1) AS a, anyIf(of, side = 2) AS b,
  arrayFilter((name, x, y) -> x != y, ${listed(compared)}, if(empty(a), b, a), if(empty(b), a, b)) AS names
FROM (${rows(`${database}.member_snapshot`, 1)} UNION ALL ${rows('member_snapshot', 2)}) GROUP BY member_id`;
};

const params = ({ planId, month, moment }: DifferenceAsked) => ({
  plan: planId,
  month: `${month}-01`,
  yearMonth: month,
  moment,
});

/** Count the members that exist in the past only, now only, and in both, and for each column the members that differ. */
export const differenceStatements = (asked: DifferenceAsked): { headcounts: Statement; columns: Statement } => ({
  headcounts: {
    sql: `SELECT countIf(sides = 1), countIf(sides = 2), countIf(sides = 3) FROM (${differing(asked.database)})`,
    params: params(asked),
  },
  columns: {
    sql: `SELECT name, count() AS n FROM (${differing(asked.database)}) ARRAY JOIN names AS name GROUP BY name ORDER BY n DESC, name`,
    params: params(asked),
  },
});

const ofCalendar = namesOf(calendarStream);

/** Events of members that can change any column. Activities change the columns of activities only, and so do their withdrawals. */
const ofDetails = typesOf(memberStream, {
  ...forEach(activityTypes, false),
  MemberRegistered: true,
  MemberDetailsRevised: true,
  MemberMoved: true,
  MemberLeft: true,
  MemberErased: true,
  ContactRequested: false,
  MemberEventWithdrawn: false,
  FeesCompared: false,
  InsuranceQuoted: false,
  ConsultationFiled: false,
});

/** Types of events that make a member appear in a month or disappear from it. */
const movesMembers: readonly string[] = [
  ...typesOf(memberStream, {
    ...forEach(activityTypes, false),
    MemberRegistered: true,
    MemberDetailsRevised: true,
    MemberMoved: true,
    MemberLeft: true,
    MemberErased: false,
    ContactRequested: false,
    MemberEventWithdrawn: false,
    FeesCompared: false,
    InsuranceQuoted: false,
    ConsultationFiled: false,
  }),
  ...typesOf(memberSnapshotsStream, {
    MemberSnapshotsBegun: false,
    MemberSnapshotsChunkImported: false,
    MemberSnapshotsCompleted: true,
    SnapshotImportWithdrawn: true,
  }),
  ...typesOf(planStream, {
    PlanRegistered: true,
    MembersCountedByDates: true,
    PlanClosed: true,
    PlanReopened: true,
    PlanDetailsRevised: false,
    PublishingRulesAdopted: false,
    PlanPublished: false,
    PlanFlyerUploaded: false,
    PlanFlyerRemoved: false,
    MemberCategoryDefined: false,
    MemberCategoryRevised: false,
  }),
  ...typesOf(calendarStream, { MonthOpened: true, MonthClosed: false, MemberEventsProcessed: false }),
];

/** Names of the differences that belong to no column: a member whom the month had only then, or has only now. */
export const [onlyThen, onlyNow] = ['only then', 'only now'];

/** Events recorded since then that made the month's figures stale, according to their rows in the history of events. */
const staling = `recorded_at > {moment:String} AND stale_from <= {yearMonth:String} AND stale_to >= {yearMonth:String}
  AND event_type NOT IN ${listed(ofEditionsAlone)}`;

const asTold = `toUInt32(uniqExact(position, prepare)) AS n, min(recorded_at) AS first, max(recorded_at) AS last`;

/** Selects, by type and stream, events that made the month stale for all members of the plan. */
export const sharedCauseStatement = (asked: DifferenceAsked & PlanAsked): Statement => ({
  sql: `SELECT type, detail, n, 0 AS members, first, last, only FROM (
  SELECT toString(event_type) AS type, if(event_type = '${ofCalendar.MonthOpened}', {yearMonth:String}, ${detailOf('stream')}) AS detail,
    ${asTold}, if(uniqExact(stream) = 1, any(stream), '') AS only
  FROM recorded_event
  WHERE ${staling} AND (stale_of = 'all' OR (stale_of = 'plan' AND plan_id = {plan:String})
    OR (stale_of = 'platform' AND stream IN {shared:Array(String)}))
  GROUP BY type, detail
) ORDER BY last DESC, type, detail DESC`,
  params: { ...asked, ...params(asked) },
});

/**
 * Selects, by column and type of event, the members that differ in the column and had such an event recorded since then, with its count and
 * times. Activities count only for the columns that they can change.
 */
export const memberCauseStatement = (asked: DifferenceAsked): Statement => ({
  sql: `SELECT name, type, '' AS detail, toUInt32(sum(n)) AS n, toUInt32(uniqExact(member_id)) AS members,
  min(first) AS first, max(last) AS last, '' AS only
FROM (${differing(asked.database)}) AS rows
ARRAY JOIN multiIf(sides = 1, ['${onlyThen}'], sides = 2, ['${onlyNow}'], names) AS name
INNER JOIN (
  SELECT member_id, toString(event_type) AS type, ${asTold}
  FROM recorded_event
  WHERE ${staling} AND stale_of = 'member' AND member_id IN (
    SELECT member_id FROM ${asked.database}.member_snapshot WHERE plan_id = {plan:String} AND month = {month:Date}
    UNION DISTINCT SELECT member_id FROM member_snapshot WHERE plan_id = {plan:String} AND month = {month:Date})
  GROUP BY member_id, type
) AS events ON events.member_id = rows.member_id
WHERE multiIf(sides != 3, type IN ${listed(movesMembers)},
  type IN ${listed(ofDetails)}, true, has(${listed(movedByActivities)}, name))
GROUP BY name, type ORDER BY name, type`,
  params: params(asked),
});

/** Whether an event that concerns all members can cause such a difference. */
export const canMake = (type: string, name: string): boolean =>
  (name !== onlyThen && name !== onlyNow) || movesMembers.includes(type);
