import type { z } from 'zod';
import { writeAnswer } from './csv-import.js';
import { pdfNotices } from './pdf-notices.js';

/** Answer to POST /api/plan/{planId}/flyers. */
export const flyerUploaded = writeAnswer.extend({ notices: pdfNotices }).meta({ id: 'FlyerUploaded' });
export type FlyerUploaded = z.infer<typeof flyerUploaded>;
