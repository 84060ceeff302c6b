import { z } from 'zod';

/**
 * A figure as an employer may see it; it is exact for the staff audience. `<11`: it counts fewer than about 11 members, or none. `np`: it
 * is not published. `least`: all that is published of the share is that it is at least about `least` percent.
 */
export const publishedFigure = z.object({
  value: z.number().nullable(),
  because: z.enum(['<11', 'np', 'least']).nullable(),
  /** The published lower bound in whole percent, if `because` is `least`. */
  least: z.number().optional(),
  /** Calculated from a share rounded to whole tens, or from one that is only known to be small. Shown as 'about'. */
  rounded: z.literal(true).optional(),
});
export type PublishedFigure = z.infer<typeof publishedFigure>;
