import { z } from 'zod';

const pastFile = z.object({ table: z.string(), path: z.string(), rows: z.number() });
export type PastFile = z.infer<typeof pastFile>;

/** What the demo's fund delivered month by month, and what happened besides. Months are yyyy-MM, ids are inner ids. */
export const demoPast = z.object({
  /** The last month with data. */
  asAt: z.string(),
  /** The plan in which the following happened. */
  planId: z.string(),
  /** The files of each month in the order of their references. The first ones hold everything before, too. */
  deliveries: z.array(z.object({ month: z.string(), files: z.array(pastFile) })).min(2),
  /** A month whose snapshots were delivered again. */
  replaced: z.object({ month: z.string(), file: pastFile }),
  /** A member who moved to another employer of the plan in a month. */
  moved: z.object({ month: z.string(), memberNumber: z.string(), companyId: z.string() }),
  /** A campaign of a month that was cancelled. */
  cancelled: z.object({ month: z.string(), campaignId: z.string() }),
});
export type DemoPast = z.infer<typeof demoPast>;
