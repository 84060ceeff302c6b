import { calendarStream } from '@superscope/domain/calendar/calendar';
import { typesOf } from '@superscope/domain/event';
import { planStream } from '@superscope/domain/plan/plan';

/** Types of events that only renew the editions that employers read, and change no member's row. */
export const ofEditionsAlone: readonly string[] = [
  ...typesOf(calendarStream, { MonthOpened: false, MonthClosed: true, MemberEventsProcessed: false }),
  ...typesOf(planStream, {
    PlanRegistered: false,
    PlanDetailsRevised: false,
    PlanClosed: false,
    PlanReopened: false,
    PublishingRulesAdopted: false,
    MembersCountedByDates: false,
    PlanPublished: true,
    PlanFlyerUploaded: false,
    PlanFlyerRemoved: false,
    MemberCategoryDefined: false,
    MemberCategoryRevised: false,
  }),
];
