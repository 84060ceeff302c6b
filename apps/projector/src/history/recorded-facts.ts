import { contactRequestTable } from '@superscope/contracts/read-models/contact-requests';
import { memberEventTable } from '@superscope/contracts/read-models/member-events';
import { memberFactTable } from '@superscope/contracts/read-models/members';
import {
  assetsOwnedRawTable,
  planMonthImportTable,
  snapshotRawTable,
} from '@superscope/contracts/read-models/plan-months';
import { streamEventTable } from '@superscope/contracts/read-models/stream-events';
import { columnsOf, type AnalyticsTable } from '@superscope/contracts/read-models/analytics-table';
import type { TableName } from '@superscope/contracts/read-models/read-models';
import { namesOf } from '@superscope/domain/event';
import { memberStream } from '@superscope/domain/member/member';
import type { Target } from '../runtime/writing/target.js';

/** A table of facts, and the condition for the plan's rows that were recorded by the moment. */
export interface RecordedFacts {
  table: AnalyticsTable<TableName>;
  where: string;
}

/**
 * Condition for imported rows. `own` names a table of the set being filled: the imports copied there decide which rows count. All months of
 * a file share one import id.
 */
const importsOf = (content: 'snapshots' | 'assets', own: (name: TableName) => string): string =>
  `plan_id = {plan:String} AND (month, import_id) IN (
  SELECT month, import_id FROM ${own('plan_month_import')}
  WHERE plan_id = {plan:String} AND content = '${content}' AND step = 'completed'
)`;

/**
 * Facts of a plan's members, in the order in which they are copied. Imported rows have no recording time: they count if the completion of
 * their import counts, as in the live read models. Members are those named together with the plan by the moment, and those in a snapshot of
 * the plan.
 */
function recordedFacts(live: string, own: (name: TableName) => string): RecordedFacts[] {
  const recorded = 'recorded_at <= {moment:String}';
  const named = `SELECT stream FROM ${live}.${streamEventTable.table} WHERE plan_id = {plan:String} AND ${recorded}`;
  const inSnapshots = `SELECT concat('member-', toString(member_id)) FROM ${own('snapshot_raw')} WHERE plan_id = {plan:String}`;
  const ofMembers = `member_id IN (SELECT toUUIDOrZero(substring(stream, 8)) FROM ${own('stream_event')} WHERE startsWith(stream, 'member-'))`;
  return [
    { table: planMonthImportTable, where: `plan_id = {plan:String} AND ${recorded}` },
    { table: snapshotRawTable, where: importsOf('snapshots', own) },
    { table: assetsOwnedRawTable, where: importsOf('assets', own) },
    { table: streamEventTable, where: `stream IN (${named} UNION DISTINCT ${inSnapshots}) AND ${recorded}` },
    { table: memberFactTable, where: `${ofMembers} AND ${recorded}` },
    { table: memberEventTable, where: `${ofMembers} AND ${recorded}` },
    { table: contactRequestTable, where: `plan_id = {plan:String} AND ${recorded}` },
  ];
}

/** Copies facts from the live read models within ClickHouse, table by table. */
export async function copyRecordedFacts(
  live: { database: string },
  then: Target,
  { planId, recordedBy }: { planId: string; recordedBy: string },
  onTable: (done: number, total: number) => Promise<void>,
): Promise<void> {
  const facts = recordedFacts(live.database, (name) => then.table(name));
  for (const [i, { table, where }] of facts.entries()) {
    await onTable(i, facts.length);
    const columns = columnsOf(table).join(', ');
    await then.clickhouse.command({
      query: `INSERT INTO ${then.table(table.table)} (${columns}) SELECT ${columns} FROM ${live.database}.${table.table}
WHERE ${where}`,
      query_params: { plan: planId, moment: recordedBy },
    });
  }
}

/**
 * Members whose request for contact was revised after the moment. The live table keeps only the newest state of a request, so the earlier
 * state is read from their streams.
 */
export async function membersWithRevisedRequests(
  live: Target,
  { planId, recordedBy }: { planId: string; recordedBy: string },
): Promise<string[]> {
  const answer = await live.clickhouse.query({
    query: `SELECT DISTINCT toString(later.member_id) AS id
FROM (SELECT member_id, on_date, reason, revision FROM ${live.table('contact_request')} FINAL
  WHERE plan_id = {plan:String} AND recorded_at > {moment:String}) AS later
INNER JOIN (SELECT member_id, effective_date, reason, revision FROM ${live.table('member_event')}
  WHERE event_type = '${namesOf(memberStream).ContactRequested}' AND recorded_at <= {moment:String}) AS earlier
ON earlier.member_id = later.member_id AND earlier.effective_date = later.on_date AND earlier.reason = later.reason
WHERE earlier.revision < later.revision ORDER BY id`,
    query_params: { plan: planId, moment: recordedBy },
    format: 'JSONEachRow',
  });
  return (await answer.json<{ id: string }>()).map(({ id }) => id);
}
