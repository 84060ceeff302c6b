import { z } from 'zod';

/**
 * The revision of a record that a save is based on, as its reader got it; -1 for one that nobody has saved yet. A save after a later change
 * of the record is refused. Without it, it is not.
 */
export const basedOnRevision = z
  .number('This is not a revision.')
  .int('This is not a revision.')
  .min(-1, 'This is not a revision.')
  .max(Number.MAX_SAFE_INTEGER, 'This is not a revision.')
  .optional();

/** Who changed which fields of a record. Values are as the screens say them; null where there was none. */
const recordChange = z.object({
  /** Null for somebody whose account is gone. */
  by: z.string().nullable(),
  /** Instant, UTC. */
  at: z.string(),
  fields: z.array(z.object({ field: z.string(), was: z.string().nullable(), is: z.string().nullable() })),
});
export type RecordChange = z.infer<typeof recordChange>;

/** Conflict of a save. Where somebody changed the record after the revision that the save is based on, it says what they changed. */
export const changedSince = z
  .object({
    message: z.string(),
    /** Which fields another conflict is about, as of any problem. */
    errors: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
    /** The newest one, which a save over their change names. */
    revision: z.number().optional(),
    /** Newest first. */
    changes: z.array(recordChange).optional(),
  })
  .meta({ id: 'ChangedSince' });
export type ChangedSince = z.infer<typeof changedSince>;
