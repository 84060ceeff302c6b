import {
  assetEditionTable,
  exitEditionTable,
  memberEditionTable,
  planMonthTable,
  runningMonthTable,
} from '@superscope/contracts/read-models/editions';
import { calendarStream } from '@superscope/domain/calendar/calendar';
import { companyStream } from '@superscope/domain/company/company';
import { planStream } from '@superscope/domain/plan/plan';
import type { RecordedEvent } from '@superscope/event-store/events/recorded-event';
import { staleOfStream, type Derivation } from '../runtime/deriving/derivation.js';
import { allMonths, noMonths, type Dirty } from '../runtime/writing/projection.js';

const editionsOnly = ({ data: { planId } }: RecordedEvent<{ planId: string }>): Dirty[] => [
  { plans: { planId }, ...noMonths, memberId: null },
];

/**
 * The editions' part of the derivation of plan-months. Editions are derived in the same pass as the live rows, because most of them need
 * the same reads.
 */
export const editions = {
  announces: [memberEditionTable.announces],
  publishes: [
    memberEditionTable.table,
    exitEditionTable.table,
    assetEditionTable.table,
    planMonthTable.table,
    runningMonthTable.table,
  ],
  staleBy: {
    ...staleOfStream(calendarStream, ['MonthOpened'], {
      // A derivation considers all months of its plan, so it also finds the months that were closed together with this one.
      MonthClosed: ({ data: { month } }) => [{ plans: 'all', fromMonth: month, toMonth: month, memberId: null }],
      // Members of months that are not closed are counted again. No month's rows change.
      MemberEventsProcessed: () => [{ plans: 'all', ...noMonths, memberId: null }],
    }),
    // These change what editions are due, and no other row: a log may deliver them after what was recorded later.
    ...staleOfStream(companyStream, ['CompanyDeactivated'], {
      CompanyRegistered: editionsOnly,
      CompanyDetailsRevised: editionsOnly,
    }),
    ...staleOfStream(
      planStream,
      // Those that make all months stale make the editions stale with them (`staleBy`).
      [
        'PlanRegistered',
        'MembersCountedByDates',
        'PlanClosed',
        'PlanReopened',
        'PlanFlyerUploaded',
        'PlanFlyerRemoved',
        'MemberCategoryDefined',
        'MemberCategoryRevised',
      ],
      {
        PlanDetailsRevised: editionsOnly,
        PublishingRulesAdopted: editionsOnly,
        // The closed months get new editions, which count the facts recorded by the publication.
        PlanPublished: ({ data: { planId } }) => [{ plans: { planId }, ...allMonths, memberId: null }],
      },
    ),
  },
} satisfies Pick<Derivation, 'announces' | 'publishes' | 'staleBy'>;
