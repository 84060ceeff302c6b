import { z } from 'zod';

/** What was left out of an uploaded PDF when it was written anew, such as its signature: sentences for the person who uploaded it. */
export const pdfNotices = z.array(z.string());
