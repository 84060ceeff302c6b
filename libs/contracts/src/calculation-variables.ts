import { z } from 'zod';

/** Answer to GET /api/calculationVariables: ASFA's yearly budgets in dollars, of the newest complete set, and the cap in force. */
export const calculationVariables = z.object({
  /** Dollars of concessional contributions in a financial year; null where none is loaded. */
  concessionalCap: z.number().nullable(),
  asfaRetirement: z.object({
    /** yyyy-MM-dd the set takes effect. */
    at: z.string(),
    modestSingleYearTotal: z.number(),
    comfortableSingleYearTotal: z.number(),
  }),
});
export type CalculationVariables = z.infer<typeof calculationVariables>;
