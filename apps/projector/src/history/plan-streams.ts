import { plansView, platformsView } from '@superscope/contracts/read-models/fund';
import { calendarStream } from '@superscope/domain/calendar/calendar';
import { campaignStream } from '@superscope/domain/campaign/campaign';
import { companyStream } from '@superscope/domain/company/company';
import { benchmarksStream, superParametersStream } from '@superscope/domain/dated-figures/dated-figures';
import { streamName } from '@superscope/domain/event';
import { memberStream } from '@superscope/domain/member/member';
import { planStream } from '@superscope/domain/plan/plan';
import { platformStream } from '@superscope/domain/platform/platform';
import { providerStream } from '@superscope/domain/provider/provider';
import { assetsStream } from '@superscope/domain/published-table/published-table';
import { categoryOf } from '@superscope/event-store/events/codec';
import type { Target } from '../runtime/writing/target.js';

/** One plan as recorded by a moment. */
export interface PlanThen {
  planId: string;
  /** As ClickHouse writes instants. */
  recordedBy: string;
  /** Position of the log up to which events count, whatever instant later ones name. Views of an earlier release have none. */
  readUpTo?: string | null | undefined;
}

const fewAndSmall: readonly string[] = [planStream, companyStream, campaignStream].map(({ category }) => category);

/** The list of streams lacks the plan's own stream: the read models are of a release before this list existed. */
export class StreamsNotListed extends Error {}

/**
 * Streams that are a plan's: those with an event that names the plan, by the moment. `few` are the plan's own, its companies' and its
 * campaigns'; `many` are its members' and its imports'. Throws StreamsNotListed.
 */
export async function planStreams(
  live: Target,
  { planId, recordedBy }: PlanThen,
): Promise<{ few: string[]; many: string[] }> {
  const answer = await live.clickhouse.query({
    query: `SELECT stream, min(recorded_at) <= {moment:String} AS known FROM ${live.table('stream_event')}
WHERE plan_id = {plan:String} GROUP BY stream ORDER BY stream`,
    query_params: { plan: planId, moment: recordedBy },
    format: 'JSONEachRow',
  });
  const found = await answer.json<{ stream: string; known: number }>();
  if (!found.some(({ stream }) => stream === streamName(planStream, planId))) throw new StreamsNotListed();
  const known = found.filter((each) => Number(each.known) === 1).map(({ stream }) => stream);
  const isFew = (stream: string) => fewAndSmall.includes(categoryOf(stream));
  return { few: known.filter(isFew), many: known.filter((stream) => !isFew(stream)) };
}

/** Which events change anything of a plan: the nightly run that processes member events changes no figure. */
export const changes = "event_type != 'MemberEventsProcessed'";

/** Streams of everybody that figures of each plan are made of. */
export const sharedStreams: readonly string[] = [calendarStream, benchmarksStream, superParametersStream].map(
  (stream) => streamName(stream, ''),
);

/** Streams of the platform that a plan was on then, and of its provider. `then` holds the plan already. */
export async function platformStreams(then: Target, planId: string, replay: (stream: string) => Promise<void>) {
  const plan = await then.of(plansView).findOne({ _id: planId });
  if (plan?.platformId === undefined) return;
  await replay(streamName(platformStream, plan.platformId));
  await replay(streamName(assetsStream, plan.platformId));
  const platform = await then.of(platformsView).findOne({ _id: plan.platformId });
  if (platform?.providerId) await replay(streamName(providerStream, platform.providerId));
}

/** Streams of members who stand in a snapshot of the plan, whatever their own events say. `then` holds the snapshots already. */
export async function streamsOfSnapshots(then: Target, planId: string): Promise<string[]> {
  const answer = await then.clickhouse.query({
    query: `SELECT DISTINCT concat('${memberStream.category}-', toString(member_id)) AS stream FROM ${then.table('snapshot_raw')}
WHERE plan_id = {plan:String} ORDER BY stream`,
    query_params: { plan: planId },
    format: 'JSONEachRow',
  });
  return (await answer.json<{ stream: string }>()).map(({ stream }) => stream);
}
