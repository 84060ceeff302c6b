import { z } from 'zod';

/** Who has confirmed what is asked before an import. */
export interface Confirmed {
  by: string;
  /** The code of the questions that were confirmed; null for those that this user was asked last, or else all. */
  code: string | null;
}

/** `true`, or the code of the questions, which are asked again if they are others by then. */
export const confirmedQuery = {
  confirmed: z.union([z.literal(['', 'true', 'false']), z.string().length(22)]).optional(),
};

export function confirmedBy(userId: string, confirmed: string | undefined): Confirmed | null {
  if (confirmed === undefined || confirmed === 'false') return null;
  return { by: userId, code: confirmed === '' || confirmed === 'true' ? null : confirmed };
}
