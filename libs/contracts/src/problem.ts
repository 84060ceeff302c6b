import { z } from 'zod';

/** Body of every answer with status 400 or above. `errors` names a request's invalid fields. */
export const problem = z
  .object({
    message: z.string(),
    errors: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
  })
  .meta({ id: 'Problem' });
