declare const made: unique symbol;

/** `<11`: fewer than about 11 members, even none. `np`: not published. `least`: a share of at least about `least` percent. */
export type Because = '<11' | 'np' | 'least';

/**
 * What an employer may see of one figure. Only this folder makes one (a lint rule holds it), so that a number which nobody published
 * does not compile into an answer.
 */
export interface Published {
  readonly [made]: true;
  /** Null where it is withheld (`because` says why), or where there is nothing: no members, no value. */
  readonly value: number | null;
  readonly because: Because | null;
  /** Whole percent, with `least`. */
  readonly least?: number;
  /** A share in whole tens: 'about 40 %'. */
  readonly rounded?: true;
}

export interface PublishedFigure extends Published {
  readonly value: number;
}

export const figure = (value: number, more: { rounded?: true } = {}): PublishedFigure =>
  ({ value, because: null, ...more }) as PublishedFigure;

export const nothing = { value: null, because: null } as Published;

const shortly = { '<11': { value: null, because: '<11' }, np: { value: null, because: 'np' } } as const;
export const withheld = (because: Because, share?: number): Published =>
  (because === 'least' ? { value: null, because, least: share } : shortly[because]) as Published;

export const isFigure = (published: Published): published is PublishedFigure => published.value !== null;
