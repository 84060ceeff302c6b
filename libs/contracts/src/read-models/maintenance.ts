import { z } from 'zod';
import { documentView } from './document-view.js';

/** One document: the last announced notice of maintenance; null once it was withdrawn. */
export const maintenanceView = documentView({
  collection: 'maintenance',
  announces: 'maintenance',
  shape: z.object({ notice: z.object({ message: z.string(), from: z.string(), to: z.string() }).nullable() }),
  indexes: [],
});

export const maintenanceId = 'maintenance';
