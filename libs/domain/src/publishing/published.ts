declare const made: unique symbol;

/**
 * The reason why a figure is withheld. `<11`: fewer than about 11 members, or none. `np`: not published. `least`: a share of at least
 * about `least` percent.
 */
export type Because = '<11' | 'np' | 'least';

/**
 * A figure as an employer may see it. Only this folder can make one, which a lint rule enforces, so that an answer with an unpublished
 * number does not compile.
 */
export interface Published {
  readonly [made]: true;
  /** Null where the figure is withheld (`because` gives the reason) or does not exist. */
  readonly value: number | null;
  readonly because: Because | null;
  /** The lower bound in whole percent, where `because` is `least`. */
  readonly least?: number;
  /** A share rounded to whole tens, shown as 'about 40 %'. */
  readonly rounded?: true;
}

export interface PublishedFigure extends Published {
  readonly value: number;
}

export const figure = (value: number, more: { rounded?: true } = {}): PublishedFigure =>
  ({ value, because: null, ...more }) as PublishedFigure;

export const nothing = { value: null, because: null } as Published;

const withheldByReason = { '<11': { value: null, because: '<11' }, np: { value: null, because: 'np' } } as const;
export const withheld = (because: Because, share?: number): Published =>
  (because === 'least' ? { value: null, because, least: share } : withheldByReason[because]) as Published;

export const isFigure = (published: Published): published is PublishedFigure => published.value !== null;
