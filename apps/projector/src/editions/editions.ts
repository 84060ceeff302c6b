import { assetEditionTable, memberEditionTable, planMonthTable } from '@superscope/contracts/read-models/editions';
import { allMonths } from '../runtime/writing/projection.js';
import type { Derivation } from '../runtime/deriving/derivation.js';

/**
 * What editions add to the derivation of plan-months. They are derived in the same pass as the live rows, because most of them are made
 * of the same reads.
 */
export const editions = {
  announces: [memberEditionTable.announces],
  publishes: [memberEditionTable.table, assetEditionTable.table, planMonthTable.table],
  staleBy: {
    // A derivation looks at all months of its plan: it also finds those that were closed together with this one.
    MonthClosed: (event) => {
      const { month } = event.data as { month: string };
      return [{ plans: 'all', fromMonth: month, toMonth: month, memberId: null }];
    },
    // The closed months count what is known by now.
    PlanPublished: (event) => [
      { plans: { planId: (event.data as { planId: string }).planId }, ...allMonths, memberId: null },
    ],
  },
} satisfies Pick<Derivation, 'announces' | 'publishes' | 'staleBy'>;
