import type { PublishedFigure } from '@superscope/contracts/published-figure';
import type { Published } from '@superscope/domain/publishing/published';

/** A published figure as an answer names it. */
export const wireFigure = ({ value, because, least, rounded }: Published): PublishedFigure => ({
  value,
  because,
  ...(least === undefined ? {} : { least }),
  ...(rounded ? { rounded } : {}),
});

/** A figure for the staff audience. */
export const exactFigure = (value: number | null): PublishedFigure => ({ value, because: null });

/** In the place of a figure that cannot be computed. */
export const noFigure: PublishedFigure = { value: null, because: 'np' };
