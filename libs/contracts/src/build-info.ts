import { z } from 'zod';

/** The version of every process of this build. */
export const productVersion = '0.1.0';

/** Answer to GET /actuator/info. Instants are ISO in UTC, and null if the build does not know them. */
export const buildInfo = z.object({
  git: z.object({ commit: z.object({ id: z.string().nullable(), time: z.string().nullable() }) }),
  build: z.object({ time: z.string().nullable(), version: z.string() }),
  maintenanceMessage: z.string().nullable(),
  /** Where everybody may check a report, without its code; missing where the portal's public address is that of the machine itself. */
  checkUrl: z.url().optional(),
  /** Links to the operator's own pages. A link that is not set goes to the product's page; the risk profiler has none. */
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
