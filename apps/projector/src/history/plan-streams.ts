import { plansView, platformsView } from '@superscope/contracts/read-models/fund';
import { calendarStream } from '@superscope/domain/calendar/calendar';
import { campaignStream } from '@superscope/domain/campaign/campaign';
import { companyStream } from '@superscope/domain/company/company';
import { benchmarksStream, superParametersStream } from '@superscope/domain/dated-figures/dated-figures';
import { streamName, typesOf } from '@superscope/domain/event';
import { memberStream } from '@superscope/domain/member/member';
import { planStream } from '@superscope/domain/plan/plan';
import { platformStream } from '@superscope/domain/platform/platform';
import { providerStream } from '@superscope/domain/provider/provider';
import { assetsStream } from '@superscope/domain/published-table/published-rows';
import { categoryOf } from '@superscope/event-store/events/codec';
import type { Target } from '../runtime/writing/target.js';

/** One plan as recorded by a moment. */
export interface PlanThen {
  planId: string;
  /** Instant in ClickHouse's format. */
  recordedBy: string;
  /** Position in the log up to which events count, whatever instants later events have. Views of an earlier release lack it. */
  readUpTo?: string | null | undefined;
}

const fewAndSmall: readonly string[] = [planStream, companyStream, campaignStream].map(({ category }) => category);

/** The list of streams lacks the plan's own stream, because a release without this list made the read models. */
export class StreamsNotListed extends Error {}

/**
 * A plan's streams: those with an event that names the plan, recorded by the moment. `few` are the streams of the plan, its companies and
 * its campaigns; `many` are those of its members and its imports. Throws StreamsNotListed.
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

/** The nightly run that processes member events changes no figure. */
const leftOut = typesOf(calendarStream, { MonthOpened: false, MonthClosed: false, MemberEventsProcessed: true });

/** Condition for events that change anything about a plan. */
export const changes = `event_type NOT IN (${leftOut.map((type) => `'${type}'`).join(', ')})`;

/** Streams that the figures of every plan depend on. */
export const sharedStreams: readonly string[] = [calendarStream, benchmarksStream, superParametersStream].map(
  (stream) => streamName(stream, ''),
);

/** Replays the streams of the plan's platform at that moment, and of its provider. `then` already holds the plan. */
export async function platformStreams(then: Target, planId: string, replay: (stream: string) => Promise<void>) {
  const plan = await then.of(plansView).findOne({ _id: planId });
  if (plan?.platformId === undefined) return;
  await replay(streamName(platformStream, plan.platformId));
  await replay(streamName(assetsStream, plan.platformId));
  const platform = await then.of(platformsView).findOne({ _id: plan.platformId });
  if (platform?.providerId) await replay(streamName(providerStream, platform.providerId));
}

/** Streams of members in the plan's snapshots, whatever plan their own events name. `then` already holds the snapshots. */
export async function streamsOfSnapshots(then: Target, planId: string): Promise<string[]> {
  const answer = await then.clickhouse.query({
    query: `SELECT DISTINCT concat('${memberStream.category}-', toString(member_id)) AS stream FROM ${then.table('snapshot_raw')}
WHERE plan_id = {plan:String} ORDER BY stream`,
    query_params: { plan: planId },
    format: 'JSONEachRow',
  });
  return (await answer.json<{ stream: string }>()).map(({ stream }) => stream);
}
