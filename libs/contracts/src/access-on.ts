import { roles } from '@superscope/domain/user/user.events';
import { z } from 'zod';
import { day } from './fields.js';

/**
 * Query of GET /api/authentication/access and its CSV. The answer is as at the end of the day in Sydney, or as at now if the day is today.
 */
export const accessOnQuery = z.strictObject({ on: day });

/** The access that one user had on a day. */
export const accessRow = z.object({
  userId: z.string(),
  username: z.string(),
  name: z.string().nullable(),
  emailOrDomain: z.string().nullable(),
  role: z.enum(roles),
  contextId: z.string().nullable(),
  contextName: z.string().nullable(),
  active: z.boolean(),
  verified: z.boolean(),
  /** Whether the user had set up an authenticator app. */
  app: z.boolean(),
  /** The last sign-in by the end of that day; an instant in UTC. */
  lastSignInAt: z.string().nullable(),
});
export type AccessRow = z.infer<typeof accessRow>;

export const accessOn = z.object({ on: z.string(), users: z.array(accessRow) });
export type AccessOn = z.infer<typeof accessOn>;
