import { z } from 'zod';

/** Answer to GET /api/calculationVariables: ASFA's yearly budgets in dollars, of the newest complete set. */
export const calculationVariables = z.object({
  asfaRetirement: z.object({
    /** yyyy-MM-dd the set takes effect. */
    at: z.string(),
    modestSingleYearTotal: z.number(),
    comfortableSingleYearTotal: z.number(),
  }),
});
export type CalculationVariables = z.infer<typeof calculationVariables>;
