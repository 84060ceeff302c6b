import {
  assetEditionTable,
  exitEditionTable,
  memberEditionTable,
  planMonthTable,
  runningMonthTable,
} from '@superscope/contracts/read-models/editions';
import { allMonths, noMonths } from '../runtime/writing/projection.js';
import type { Derivation, StaleBy } from '../runtime/deriving/derivation.js';

const editionsOnly: StaleBy[string] = (event) => [
  { plans: { planId: (event.data as { planId: string }).planId }, ...noMonths, memberId: null },
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
    // A derivation considers all months of its plan, so it also finds the months that were closed together with this one.
    MonthClosed: (event) => {
      const { month } = event.data as { month: string };
      return [{ plans: 'all', fromMonth: month, toMonth: month, memberId: null }];
    },
    // Members of months that are not closed are counted again. No month's rows change.
    MemberEventsProcessed: () => [{ plans: 'all', ...noMonths, memberId: null }],
    // The closed months get new editions, which count the facts recorded by the publication.
    // These change what editions are due, and no other row: a log may deliver them after what was recorded later.
    CompanyRegistered: editionsOnly,
    CompanyDetailsRevised: editionsOnly,
    PlanDetailsRevised: editionsOnly,
    PublishingRulesAdopted: editionsOnly,
    PlanPublished: (event) => [
      { plans: { planId: (event.data as { planId: string }).planId }, ...allMonths, memberId: null },
    ],
  },
} satisfies Pick<Derivation, 'announces' | 'publishes' | 'staleBy'>;
