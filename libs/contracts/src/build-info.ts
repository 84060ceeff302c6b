import { z } from 'zod';

/** Answer to GET /actuator/info. Instants are ISO in UTC; null where a build does not know them. */
export const buildInfo = z.object({
  git: z.object({ commit: z.object({ id: z.string().nullable(), time: z.string().nullable() }) }),
  build: z.object({ time: z.string().nullable(), version: z.string() }),
  maintenanceMessage: z.string().nullable(),
  /** The operator's own pages; the product's own stand in for those that are not set, and nothing for the risk profiler. */
  links: z
    .object({
      about: z.url().optional(),
      contact: z.url().optional(),
      privacy: z.url().optional(),
      riskProfiler: z.url().optional(),
    })
    .optional(),
});
export type BuildInfo = z.infer<typeof buildInfo>;
