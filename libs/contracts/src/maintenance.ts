import { longestMessage } from '@superscope/domain/maintenance/maintenance';
import { z } from 'zod';
import { basedOnRevision } from './changed-since.js';

/** An instant with `Z` or an offset, or a local time in Sydney such as `2026-11-22T02:00`. */
const time = z.string().trim().min(1, 'All fields must be completed').max(40);

/** Body of PUT /api/maintenance. */
export const maintenanceRequest = z.strictObject({
  message: z.string().trim().min(1, 'All fields must be completed').max(longestMessage),
  from: time,
  to: time,
  revision: basedOnRevision,
});
export type MaintenanceRequest = z.infer<typeof maintenanceRequest>;

/** Answer to GET /api/maintenance: the announced notice until its time is over. Instants are ISO in UTC. */
export const announcedMaintenance = z.object({
  /** Of the notice, whether or not its time is over; -1 before the first. A change of it names it. */
  revision: z.number(),
  notice: z
    .object({
      message: z.string(),
      from: z.string(),
      to: z.string(),
      /** Whether all users see it now. */
      shown: z.boolean(),
    })
    .nullable(),
});
export type AnnouncedMaintenance = z.infer<typeof announcedMaintenance>;
