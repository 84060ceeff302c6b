import type { PlanDigest } from '@superscope/domain/plan-digests/plan-digests';
import { assetsStream } from '@superscope/domain/published-table/published-rows';
import { platformStream } from '@superscope/domain/platform/platform';
import { providerStream } from '@superscope/domain/provider/provider';
import { isoInstant } from '../runtime/writing/instants.js';
import type { Target } from '../runtime/writing/target.js';
import { changes, platformStreams, sharedStreams, type PlanThen } from './plan-streams.js';

const shared = sharedStreams.map((stream) => `'${stream}'`).join(', ');
const ofPlatforms = [platformStream, providerStream, assetsStream]
  .map(({ category }) => `startsWith(stream, '${category}-')`)
  .join(' OR ');

/** Each plan, with the recording time of the newest event that may have changed it. */
export async function newestByPlan(live: Target): Promise<{ planId: string; changedAt: string }[]> {
  const table = live.table('stream_event');
  const answer = await live.clickhouse.query({
    query: `SELECT plan, toString(greatest(max(event.recorded_at),
  (SELECT max(recorded_at) FROM ${table} WHERE (stream IN (${shared}) OR ${ofPlatforms}) AND ${changes}))) AS newest
FROM ${table} AS event
INNER JOIN (SELECT DISTINCT stream, plan_id AS plan FROM ${table} WHERE plan_id != '') AS named ON named.stream = event.stream
GROUP BY plan ORDER BY plan`,
    format: 'JSONEachRow',
  });
  return (await answer.json<{ plan: string; newest: string }>()).map(({ plan, newest }) => ({
    planId: plan,
    changedAt: isoInstant(newest),
  }));
}

/** The newest moment at which a plan changed, and its events up to that moment; null before the first event. */
export async function planNow(
  live: Target,
  planId: string,
): Promise<Pick<PlanDigest, 'moment' | 'position' | 'events'> | null> {
  const { table, own, streams } = await ownEvents(live, planId);
  const answer = await live.clickhouse.query({
    query: `WITH (SELECT max(recorded_at) FROM ${table} WHERE (${own}) AND ${changes}) AS newest
SELECT toString(newest) AS moment, toString(max(position)) AS position, count() AS events
FROM ${table} FINAL WHERE (${own}) AND recorded_at <= newest`,
    query_params: { plan: planId, streams },
    format: 'JSONEachRow',
  });
  const [found] = await answer.json<{ moment: string; position: string; events: number }>();
  if (Number(found!.events) === 0) return null;
  return { moment: isoInstant(found!.moment), position: found!.position, events: Number(found!.events) };
}

/** Whether the log holds events of the plan after a position that claim to have been recorded by a moment. */
export async function isStillRecorded(
  live: Target,
  { planId, recordedBy, readUpTo }: PlanThen & { readUpTo: string },
): Promise<boolean> {
  const { table, own, streams } = await ownEvents(live, planId);
  const answer = await live.clickhouse.query({
    query: `SELECT count() AS n FROM ${table}
WHERE (${own}) AND recorded_at <= {moment:String} AND position > toUInt64({position:String})`,
    query_params: { plan: planId, streams, moment: recordedBy, position: readUpTo },
    format: 'JSONEachRow',
  });
  return Number((await answer.json<{ n: number }>())[0]!.n) > 0;
}

/** The condition for a plan's events in the live table, with the parameters `plan` and `streams`. */
async function ownEvents(live: Target, planId: string) {
  const streams = [...sharedStreams];
  await platformStreams(live, planId, (stream) => Promise.resolve(void streams.push(stream)));
  const table = live.table('stream_event');
  const own = `stream IN {streams:Array(String)} OR stream IN (
  SELECT stream FROM ${table} WHERE plan_id = {plan:String}
  UNION DISTINCT SELECT concat('member-', toString(member_id)) FROM ${live.table('snapshot_raw')} WHERE plan_id = {plan:String})`;
  return { table, own, streams };
}
