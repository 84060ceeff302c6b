import { assetsOwnedStream } from '@superscope/domain/assets-owned/assets-owned';
import { campaignStream } from '@superscope/domain/campaign/campaign';
import { byType, forEach, namesOf, type ByType, type TypeOf } from '@superscope/domain/event';
import { Injectable } from '@nestjs/common';
import type { EventDetail, HistoryEvent } from '@superscope/contracts/event-history';
import { memberSnapshotsStream } from '@superscope/domain/member-snapshots/member-snapshots';
import { memberStream } from '@superscope/domain/member/member';
import { EventStore } from '@superscope/event-store/event-store';
import { isUndecodable, type RecordedEvent } from '@superscope/event-store/events/recorded-event';
import { activityTypes, recordableTypes, type MemberActivity } from '@superscope/domain/member/member.events';
import { clickhouseText } from '../platform/clickhouse/instant-text.js';
import { Analytics } from '../platform/engines.module.js';
import { RecordedEvents } from './recorded-events.js';

type Data = Record<string, unknown>;

/** How events are taken back by a later one of their stream. */
interface TakenBack<Type extends string = string> {
  by: readonly Type[];
  /** Whether a later event of one of these types takes back the one with this data. */
  isOf: (later: { type: string; data: Data }, data: Data) => boolean;
}

const ofMembers = namesOf(memberStream);

const byWithdrawal: TakenBack<TypeOf<typeof memberStream>> = {
  by: [ofMembers.MemberEventWithdrawn],
  isOf: ({ data: { eventId } }, data) => eventId === recordedId(data),
};

/** An import of a plan-month ends by its withdrawal, or by a later one, which replaces it. */
const byImport = <Type extends string>(withdrawn: Type, completed: Type): TakenBack<Type> => ({
  by: [withdrawn, completed],
  isOf: ({ type, data: { importId } }, data) => (type === withdrawn) === (importId === data['importId']),
});

const ofSnapshots = namesOf(memberSnapshotsStream);
const snapshots = byImport(ofSnapshots.SnapshotImportWithdrawn, ofSnapshots.MemberSnapshotsCompleted);
const ofAssets = namesOf(assetsOwnedStream);
const assets = byImport(ofAssets.AssetsOwnedImportWithdrawn, ofAssets.AssetsOwnedCompleted);
const cancellation = { by: [namesOf(campaignStream).CampaignCancelled], isOf: () => true };

/** How each event of a stream is taken back; null if it cannot be. */
const takenBack = <Stream>(stream: Stream, how: ByType<Stream, TakenBack<TypeOf<Stream>> | null>) =>
  byType(stream, how);

/** Events of other streams cannot be taken back. */
const kinds: Readonly<Record<string, TakenBack | null>> = {
  ...takenBack(memberStream, {
    ...forEach(activityTypes, null),
    ...forEach(recordableTypes, byWithdrawal),
    MemberRegistered: null,
    MemberDetailsRevised: null,
    MemberMoved: null,
    MemberLeft: null,
    MemberErased: null,
    ContactRequested: null,
    MemberEventWithdrawn: null,
    FeesCompared: null,
    InsuranceQuoted: null,
    ConsultationFiled: null,
  }),
  ...takenBack(memberSnapshotsStream, {
    MemberSnapshotsBegun: snapshots,
    MemberSnapshotsChunkImported: snapshots,
    MemberSnapshotsCompleted: snapshots,
    SnapshotImportWithdrawn: null,
  }),
  ...takenBack(assetsOwnedStream, {
    AssetsOwnedBegun: assets,
    AssetsOwnedChunkImported: assets,
    AssetsOwnedCompleted: assets,
    AssetsOwnedImportWithdrawn: null,
  }),
  ...takenBack(campaignStream, {
    CampaignRun: cancellation,
    CampaignDetailsRevised: null,
    CampaignCancelled: null,
    CampaignEngagementImported: null,
  }),
};

/** The id by which an activity is withdrawn; null for one from a file, which only an import's withdrawal takes back. */
const recordedId = (data: Data): string | null => (data as unknown as MemberActivity).recorded?.eventId ?? null;

const isActivity = (type: string): boolean => recordableTypes.some((known) => known === type);

/** Months over which members with an activity are counted. */
const monthsCounted = 24;

/** Whether an event still stands, and what it changed of its plan's figures. */
@Injectable()
export class EventStanding {
  constructor(
    private readonly events: RecordedEvents,
    private readonly store: EventStore,
    private readonly analytics: Analytics,
  ) {}

  /** The event that took this one back; null within it if none did, and null for a kind that cannot be taken back. */
  async of({ type, stream, revision, data }: RecordedEvent): Promise<EventDetail['standing']> {
    const kind = kinds[type] ?? null;
    const said = data as Data;
    if (kind === null || (isActivity(type) && recordedId(said) === null)) return null;
    for (const later of await this.events.later(stream, revision, kind.by)) {
      for await (const event of this.store.read(stream, { from: BigInt(later.revision), limit: 1 }))
        if (!isUndecodable(event) && kind.isOf({ type: event.type, data: event.data as Data }, said))
          return { takenBackBy: later };
    }
    return { takenBackBy: null };
  }

  /**
   * How many of the plan's members had an activity of this kind in the months up to its day, just before it was recorded and just after.
   * Null for other events.
   */
  async counted(
    { type, revision, memberId, at }: HistoryEvent,
    data: unknown,
    planId: string | null,
  ): Promise<EventDetail['counted']> {
    if (planId === null || memberId === null || !isActivity(type)) return null;
    const { effectiveDate: to } = data as MemberActivity;
    const answer = await this.analytics.client.query({
      query: countedQuery,
      query_params: { type, revision, member: memberId, at: clickhouseText(at), to, plan: planId },
      format: 'JSONEachRow',
    });
    const [row] = await answer.json<{ before: string; after: string }>();
    return { months: monthsCounted, to, before: Number(row!.before), after: Number(row!.after) };
  }
}

/** The members of the plan are those of then, by the facts recorded until then; so are withdrawals. */
const countedQuery = `SELECT uniqExactIf(member_id, NOT is_this) AS before, uniqExact(member_id) AS after FROM (
  SELECT member_id, member_id = {member:UUID} AND revision = {revision:UInt32} AS is_this FROM member_event
  WHERE event_type = {type:String} AND effective_date <= {to:Date32} AND effective_date > addMonths({to:Date32}, -${monthsCounted})
    AND (recorded_at <= {at:DateTime64(3, 'UTC')} OR is_this)
    AND (event_id = '' OR event_id NOT IN (
      SELECT event_id FROM member_event
      WHERE event_type = '${ofMembers.MemberEventWithdrawn}' AND recorded_at <= {at:DateTime64(3, 'UTC')}))
    AND member_id IN (
      SELECT member_id FROM member_fact WHERE plan_id != '' AND recorded_at <= {at:DateTime64(3, 'UTC')}
      GROUP BY member_id HAVING argMax(plan_id, revision) = {plan:String}))`;
