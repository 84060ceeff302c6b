import { z } from 'zod';

/**
 * A figure as an employer may see it; for the staff audience it is exact. `<11`: fewer than about 11 members, even none. `np`: not
 * published. `least`: a share of which only this is published: it is at least about `least` percent.
 */
export const publishedFigure = z.object({
  value: z.number().nullable(),
  because: z.enum(['<11', 'np', 'least']).nullable(),
  /** Whole percent, with `least`. */
  least: z.number().optional(),
  /** Made of a share in whole tens, or of one that is only known to be small: shown as 'about'. */
  rounded: z.literal(true).optional(),
});
export type PublishedFigure = z.infer<typeof publishedFigure>;
