import { z } from 'zod';

const budgets = {
  /** yyyy-MM-dd on which the set takes effect. */
  at: z.string(),
  modestSingleYearTotal: z.number(),
  comfortableSingleYearTotal: z.number(),
};

/**
 * Answer to GET /api/calculationVariables: a complete set of ASFA's yearly budgets, in dollars, and the concessional cap. With a plan and a
 * closed month they are those by which the month's figures were derived, without them those in force today.
 */
export const calculationVariables = z.object({
  /** Most concessional contributions in a financial year, in dollars; null if no cap is loaded. */
  concessionalCap: z.number().nullable(),
  asfaRetirement: z.object(budgets),
  /** With a plan and a month: a newer set, and the first month (yyyy-MM) whose figures will be derived by it. */
  newer: z
    .object({ ...budgets, fromMonth: z.string() })
    .nullable()
    .optional(),
});
export type CalculationVariables = z.infer<typeof calculationVariables>;
