import { z } from 'zod';

/** Answer to GET /actuator/info. Instants are ISO in UTC; null where a build does not know them. */
export const buildInfo = z.object({
  git: z.object({ commit: z.object({ id: z.string().nullable(), time: z.string().nullable() }) }),
  build: z.object({ time: z.string().nullable(), version: z.string() }),
  maintenanceMessage: z.string().nullable(),
});
export type BuildInfo = z.infer<typeof buildInfo>;
