import { assetsOwnedStream } from '@superscope/domain/assets-owned/assets-owned';
import { calendarStream } from '@superscope/domain/calendar/calendar';
import { shiftMonth, sydneyDate } from '@superscope/domain/calendar-dates';
import { benchmarksStream, superParametersStream } from '@superscope/domain/dated-figures/dated-figures';
import { forEach } from '@superscope/domain/event';
import { memberSnapshotsStream } from '@superscope/domain/member-snapshots/member-snapshots';
import { memberStream } from '@superscope/domain/member/member';
import { activityTypes, type MemberActivity, type MemberDetails } from '@superscope/domain/member/member.events';
import { planStream } from '@superscope/domain/plan/plan';
import type { PublishedChunk } from '@superscope/domain/published-table/published-table';
import type { RecordedEvent } from '@superscope/event-store/events/recorded-event';
import { staleOfStream, type StaleBy } from '../runtime/deriving/derivation.js';
import { allMonths, type Dirty } from '../runtime/writing/projection.js';

/** Contributions count for a year, so an import makes its own month, the twelve months after it, and months carried forward stale. */
const imported = ({ data: { planId, month } }: RecordedEvent<{ planId: string; month: string }>): Dirty[] => [
  { plans: { planId }, fromMonth: month, toMonth: shiftMonth(month, 12), memberId: null },
];

/** A member's details count in every month of every plan that the member was ever in. */
const member = ({ data: { memberId } }: RecordedEvent<{ memberId: string }>): Dirty[] => [
  { plans: { memberId }, ...allMonths, memberId },
];

const memberDetails = (event: RecordedEvent<MemberDetails>): Dirty[] => {
  const { memberId, planId } = event.data;
  // A member's first event. The member is in no other plan, so no plans are looked up.
  return event.revision === 0n ? [{ plans: { planId }, ...allMonths, memberId }] : member(event);
};

/** An activity counts from its day on. */
const memberFrom = (memberId: string, day: string): Dirty[] => [
  { plans: { memberId }, fromMonth: day.slice(0, 7), toMonth: allMonths.toMonth, memberId },
];

const activity = ({ data }: RecordedEvent<Pick<MemberActivity, 'memberId' | 'effectiveDate'>>): Dirty[] =>
  memberFrom(data.memberId, data.effectiveDate);

/**
 * For a plan that is registered, closed or reopened. Facts from before its registration (assets of its platform, months) could not make it
 * stale. A closed plan no longer carries its newest snapshot into later months; a reopened plan does again.
 */
const wholePlan = ({ data: { planId } }: RecordedEvent<{ planId: string }>): Dirty[] => [
  { plans: { planId }, ...allMonths, memberId: null },
];

/** Any benchmark or parameter may change every score. */
const everything = (): Dirty[] => [{ plans: 'all', ...allMonths, memberId: null }];

/** The plan-months whose rows an event may change, by event type. */
export const staleBy: StaleBy = {
  ...staleOfStream(memberSnapshotsStream, ['MemberSnapshotsBegun', 'MemberSnapshotsChunkImported'], {
    MemberSnapshotsCompleted: imported,
    SnapshotImportWithdrawn: imported,
  }),
  ...staleOfStream(assetsOwnedStream, ['AssetsOwnedBegun', 'AssetsOwnedChunkImported'], {
    AssetsOwnedCompleted: imported,
    AssetsOwnedImportWithdrawn: imported,
  }),
  ...staleOfStream(memberStream, ['MemberErased', 'FeesCompared', 'InsuranceQuoted', 'ConsultationFiled'], {
    MemberRegistered: memberDetails,
    MemberDetailsRevised: memberDetails,
    MemberMoved: member,
    MemberLeft: member,
    ...forEach(activityTypes, activity),
    MemberEventWithdrawn: activity,
    ContactRequested: ({ data: { memberId, at } }) => memberFrom(memberId, sydneyDate(at)),
  }),
  ...staleOfStream(
    planStream,
    // Those of editions alone make no month's rows stale (`editions`).
    [
      'PlanDetailsRevised',
      'PublishingRulesAdopted',
      'PlanPublished',
      'PlanFlyerUploaded',
      'PlanFlyerRemoved',
      'MemberCategoryDefined',
      'MemberCategoryRevised',
    ],
    {
      PlanRegistered: wholePlan,
      MembersCountedByDates: wholePlan,
      PlanClosed: wholePlan,
      PlanReopened: wholePlan,
    },
  ),
  ...staleOfStream(benchmarksStream, [], { BenchmarksPublished: everything }),
  ...staleOfStream(superParametersStream, [], { SuperParametersSet: everything }),
  // Months before its date are stale too: months before the first date use the first publication, which this one may become.
  AssetsPublished: ({ data }) => [
    { plans: { platformId: (data as PublishedChunk).ownerId }, ...allMonths, memberId: null },
  ],
  ...staleOfStream(calendarStream, ['MonthClosed', 'MemberEventsProcessed'], {
    MonthOpened: ({ data: { month } }) => [{ plans: 'all', fromMonth: month, toMonth: month, memberId: null }],
  }),
};
