import { shiftMonth, sydneyDate } from '@superscope/domain/calendar-dates';
import { activityTypes, type MemberActivity, type MemberDetails } from '@superscope/domain/member/member.events';
import type { RecordedEvent } from '@superscope/event-store/events/recorded-event';
import type { StaleBy } from '../runtime/deriving/derivation.js';
import { allMonths, type Dirty } from '../runtime/writing/projection.js';

type Stale = (event: RecordedEvent) => Dirty[];

/** Contributions count for a year, so an import makes its own month, the twelve months after it, and months carried forward stale. */
const imported: Stale = ({ data }) => {
  const { planId, month } = data as { planId: string; month: string };
  return [{ plans: { planId }, fromMonth: month, toMonth: shiftMonth(month, 12), memberId: null }];
};

/** A member's details count in every month of every plan that the member was ever in. */
const member: Stale = ({ data }) => {
  const { memberId } = data as { memberId: string };
  return [{ plans: { memberId }, ...allMonths, memberId }];
};

const memberDetails: Stale = (event) => {
  const { memberId, planId } = event.data as MemberDetails;
  // A member's first event. The member is in no other plan, so no plans are looked up.
  return event.revision === 0n ? [{ plans: { planId }, ...allMonths, memberId }] : member(event);
};

/** An activity counts from its day on. */
const memberFrom = (memberId: string, day: string): Dirty[] => [
  { plans: { memberId }, fromMonth: day.slice(0, 7), toMonth: allMonths.toMonth, memberId },
];

const activity: Stale = ({ data }) => {
  const { memberId, effectiveDate } = data as Pick<MemberActivity, 'memberId' | 'effectiveDate'>;
  return memberFrom(memberId, effectiveDate);
};

/**
 * For a plan that is registered, closed or reopened. Facts from before its registration (assets of its platform, months) could not make it
 * stale. A closed plan no longer carries its newest snapshot into later months; a reopened plan does again.
 */
const wholePlan: Stale = ({ data }) => [
  { plans: { planId: (data as { planId: string }).planId }, ...allMonths, memberId: null },
];

/** Any benchmark or parameter may change every score. */
const everything: Stale = () => [{ plans: 'all', ...allMonths, memberId: null }];

/** The plan-months whose rows an event may change, by event type. */
export const staleBy: StaleBy = {
  MemberSnapshotsCompleted: imported,
  SnapshotImportWithdrawn: imported,
  AssetsOwnedCompleted: imported,
  AssetsOwnedImportWithdrawn: imported,
  MemberRegistered: memberDetails,
  MemberDetailsRevised: memberDetails,
  MemberMoved: member,
  MemberLeft: member,
  ...Object.fromEntries(activityTypes.map((type) => [type, activity])),
  MemberEventWithdrawn: activity,
  ContactRequested: ({ data }) => {
    const { memberId, at } = data as { memberId: string; at: string };
    return memberFrom(memberId, sydneyDate(at));
  },
  PlanRegistered: wholePlan,
  MembersCountedByDates: wholePlan,
  PlanClosed: wholePlan,
  PlanReopened: wholePlan,
  BenchmarksPublished: everything,
  SuperParametersSet: everything,
  // Months before its date are stale too: months before the first date use the first publication, which this one may become.
  AssetsPublished: ({ data }) => [
    { plans: { platformId: (data as { ownerId: string }).ownerId }, ...allMonths, memberId: null },
  ],
  MonthOpened: ({ data }) => {
    const { month } = data as { month: string };
    return [{ plans: 'all', fromMonth: month, toMonth: month, memberId: null }];
  },
};
