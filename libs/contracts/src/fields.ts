import { isIsoDate, sydneyDate } from '@superscope/domain/calendar-dates';
import { id } from '@superscope/domain/shape';
import { z } from 'zod';
import { cleanField } from './clean-field.js';
import { earliestDay, latestDay } from './csv-columns.js';

/** The product's own id of a plan, an employer or a campaign: the platform's id, a dot, and the id from the fund's files. */
export const innerId = cleanField().regex(/^[\w-]{1,40}\.[\w-]{1,40}$/, 'This is not an id.');

/** The message of a date's error: it names a date that does not exist, such as 2026-02-31, and is `otherwise` for any other text. */
export const dateProblem =
  (otherwise: string) =>
  ({ input }: { input?: unknown }): string => {
    const [written] = (typeof input === 'string' && /^\d{4}-\d{2}-\d{2}/.exec(input)) || [];
    return written === undefined || isIsoDate(written) ? otherwise : `${written} is not a date.`;
  };

/** A day (yyyy-MM-dd) in the range that the read models can hold. */
export const day = z
  .string()
  .refine(isIsoDate, { error: dateProblem('A day is written yyyy-MM-dd.') })
  .refine((on) => on >= earliestDay && on <= latestDay, 'The year must be between 1900 and 2148.')
  .meta({ format: 'date' });

const isoInstant = z.iso.datetime({ offset: true }).refine((text) => !Number.isNaN(Date.parse(text)));

/** A day, which an instant (ISO with `Z` or an offset) may also give: the instant's day in Australia/Sydney. */
export const dayOrInstant = z
  .string()
  .transform((text) => (isoInstant.safeParse(text).success ? sydneyDate(text) : text))
  .pipe(day)
  .meta({ description: 'A day (yyyy-MM-dd), or an ISO instant, which stands for its day in Australia/Sydney.' });

/** A boolean in a query string. */
export const yesOrNo = z.enum(['true', 'false'], "This is 'true' or 'false'.").transform((text) => text === 'true');

/** Whether an amount of dollars has no parts of a cent. */
export const isInCents = (dollars: number): boolean => Math.abs(Math.round(dollars * 100) - dollars * 100) < 1e-4;

export const userIdField = cleanField().refine(id, 'This is not an id.');
