import type { PublishedFigure } from '@superscope/contracts/published-figure';
import type { Published } from '@superscope/domain/publishing/published';

/** The wire form of a published figure. */
export const wireFigure = ({ value, because, least, rounded }: Published): PublishedFigure => ({
  value,
  because,
  ...(least === undefined ? {} : { least }),
  ...(rounded ? { rounded } : {}),
});

/** A figure for the staff audience. */
export const exactFigure = (value: number | null): PublishedFigure => ({ value, because: null });

/** Stands in for a figure that cannot be computed. */
export const noFigure: PublishedFigure = { value: null, because: 'np' };
