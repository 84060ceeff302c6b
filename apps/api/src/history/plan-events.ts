import { assetsOwnedStream } from '@superscope/domain/assets-owned/assets-owned';
import { calendarStream } from '@superscope/domain/calendar/calendar';
import { typesOf } from '@superscope/domain/event';
import { memberSnapshotsStream } from '@superscope/domain/member-snapshots/member-snapshots';
import type { ParamValue } from '../platform/clickhouse/params.js';

/** Parameters of the statements about a plan's events. */
export interface PlanAsked extends Record<string, ParamValue> {
  plan: string;
  /** Streams shared by all plans, and those of the plan's platform and provider. */
  shared: string[];
  /** Ids and names of the plan's campaigns, in the same order. */
  campaignIds: string[];
  campaignNames: string[];
}

/**
 * Selects every event from which the plan's figures are derived, without duplicates: those of streams in which an event names the plan, of
 * members in its snapshots, and of the shared streams. A view and its replay count the same events.
 */
export const planEvents = `SELECT stream, revision, toString(event_type) AS type, recorded_at FROM stream_event FINAL
WHERE stream IN {shared:Array(String)} OR stream IN (
  SELECT stream FROM stream_event WHERE plan_id = {plan:String}
  UNION DISTINCT SELECT concat('member-', toString(member_id)) FROM snapshot_raw WHERE plan_id = {plan:String})`;

/** The steps of an import and the run that processes member events, which change no figure. */
const leftOut = [
  ...typesOf(memberSnapshotsStream, {
    MemberSnapshotsBegun: true,
    MemberSnapshotsChunkImported: true,
    MemberSnapshotsCompleted: false,
    SnapshotImportWithdrawn: false,
  }),
  ...typesOf(assetsOwnedStream, {
    AssetsOwnedBegun: true,
    AssetsOwnedChunkImported: true,
    AssetsOwnedCompleted: false,
    AssetsOwnedImportWithdrawn: false,
  }),
  ...typesOf(calendarStream, { MonthOpened: false, MonthClosed: false, MemberEventsProcessed: true }),
];
const listed = `type NOT IN (${leftOut.map((type) => `'${type}'`).join(', ')})`;

const rowsOfImports = `SELECT concat(if(content = 'assets', 'assetsOwned-', 'memberSnapshots-'), plan_id, '-', formatDateTime(month, '%Y%m')) AS stream,
  revision, rows FROM plan_month_import FINAL WHERE plan_id = {plan:String}`;

/** SQL for the month of an import's stream, or the name of a campaign; '' for other streams. */
export const detailOf = (stream: string): string => `multiIf(
  match(${stream}, '^(memberSnapshots|assetsOwned)-'), concat(substring(${stream}, -6, 4), '-', substring(${stream}, -2)),
  startsWith(${stream}, 'campaign-'), transform(substring(${stream}, 10), {campaignIds:Array(String)}, {campaignNames:Array(String)}, substring(${stream}, 10)),
  '')`;

/** The row of a change. `only` is the stream of its events if they all belong to one stream, else ''. */
export interface ChangeRow {
  type: string;
  detail: string;
  n: number;
  members: number;
  first: string;
  last: string;
  only: string;
}

/** A statement that selects changes by type and detail: those since {moment}, or those of all times for each minute. */
export const changesBy = (by: 'type' | 'minute'): string => `
SELECT type, detail, toUInt32(sum(if(import.rows > 0, import.rows, 1))) AS n,
  toUInt32(uniqExactIf(event.stream, startsWith(event.stream, 'member-'))) AS members,
  min(recorded_at) AS first, max(recorded_at) AS last, if(uniqExact(event.stream) = 1, any(event.stream), '') AS only
FROM (SELECT stream, revision, type, recorded_at, ${detailOf('stream')} AS detail FROM (${planEvents}) WHERE ${listed}${by === 'type' ? ' AND recorded_at > {moment:String}' : ''}) AS event
LEFT JOIN (${rowsOfImports}) AS import ON import.stream = event.stream AND import.revision = event.revision
GROUP BY type, detail${by === 'minute' ? ', toStartOfMinute(recorded_at)' : ''}`;
