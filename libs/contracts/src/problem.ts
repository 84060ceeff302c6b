import { z } from 'zod';

/** Body of every answer from 400 on. `errors` names the fields of a request that are not valid. */
export const problem = z
  .object({
    message: z.string(),
    errors: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
  })
  .meta({ id: 'Problem' });
export type Problem = z.infer<typeof problem>;
