import { z } from 'zod';

/** A company or a member category as a filter of figures. `value` is the filter's value. */
export const planGroup = z.object({ value: z.string(), label: z.string() });
export type PlanGroup = z.infer<typeof planGroup>;

/**
 * Answer to GET /api/plan/{id}/groups: the groups of one plan by name. Former groups are included, because older months count their
 * members.
 */
export const planGroups = z.object({ companies: z.array(planGroup), categories: z.array(planGroup) });
export type PlanGroups = z.infer<typeof planGroups>;
