import { z } from 'zod';

/** A company or a member category as figures are filtered by it: `value` is what the filter names. */
export const planGroup = z.object({ value: z.string(), label: z.string() });
export type PlanGroup = z.infer<typeof planGroup>;

/** Answer to GET /api/plan/{id}/groups: those of one plan by name, former ones too, as older months count their members. */
export const planGroups = z.object({ companies: z.array(planGroup), categories: z.array(planGroup) });
export type PlanGroups = z.infer<typeof planGroups>;
