import { roles } from '@superscope/domain/user/user.events';
import { z } from 'zod';
import { eventPlace } from './event-history.js';

/** Query of GET /api/history/roleChanges. `before` is the place after which the next page begins, as changes are listed newest first. */
export const roleChangesQuery = z.strictObject({ before: eventPlace.optional() });

/** A user's change of role. */
export const roleChange = z.object({
  /** Of the event that changed it. */
  place: eventPlace,
  /** Instant, UTC. */
  at: z.string(),
  userId: z.string(),
  /** The user's name, or username without one. */
  name: z.string(),
  /** Null if an event before it cannot be read. */
  from: z.enum(roles).nullable(),
  to: z.enum(roles),
  /** The name of who changed it; null for Superscope itself. */
  by: z.string().nullable(),
});
export type RoleChange = z.infer<typeof roleChange>;

/** Answer to GET /api/history/roleChanges. */
export const roleChanges = z.object({
  changes: z.array(roleChange),
  /** Value of `before` for the next page; null at the end. */
  next: z.string().nullable(),
});
export type RoleChanges = z.infer<typeof roleChanges>;
