import { z } from 'zod';

/** Who has confirmed what is asked before an import. */
export interface Confirmed {
  by: string;
  /** The code of the questions that were confirmed; null for those that this user was asked last, or else all. */
  code: string | null;
}

/** `asOf` of the dry run that was looked at: then the import is refused if what it was compared with no longer stands. */
export const asOfQuery = {
  asOf: z
    .string()
    .regex(/^\d{1,15}$/, 'This is not the `asOf` of a dry run.')
    .transform(Number)
    .optional(),
};

/** `true`, or the code of the questions, which are asked again if they are others by then. */
export const confirmedQuery = {
  confirmed: z.union([z.literal(['', 'true', 'false']), z.string().length(22)]).optional(),
};

export function confirmedBy(userId: string, confirmed: string | undefined): Confirmed | null {
  if (confirmed === undefined || confirmed === 'false') return null;
  return { by: userId, code: confirmed === '' || confirmed === 'true' ? null : confirmed };
}
