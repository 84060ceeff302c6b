import { z } from 'zod';

/** Answer to GET /api/calculationVariables: the newest complete set of ASFA's yearly budgets, in dollars, and the cap in force. */
export const calculationVariables = z.object({
  /** Most concessional contributions in a financial year, in dollars; null if no cap is loaded. */
  concessionalCap: z.number().nullable(),
  asfaRetirement: z.object({
    /** yyyy-MM-dd on which the set takes effect. */
    at: z.string(),
    modestSingleYearTotal: z.number(),
    comfortableSingleYearTotal: z.number(),
  }),
});
export type CalculationVariables = z.infer<typeof calculationVariables>;
