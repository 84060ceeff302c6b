import type { KeptFigure } from './kept-figures.js';

/** The event that a page dispatches on its document once the content of its file is settled. Its `detail` is a PageMessage. */
export const pageEvent = 'superscope:page';

/** The event by which a page of several sheets says how many of them are drawn. Its `detail` is a PageProgress. */
export const pageProgressEvent = 'superscope:progress';

export interface PageProgress {
  done: number;
  /** At least 1. */
  total: number;
}

export interface PageMessage {
  /**
   * `ready`: everything is drawn. `failed`: some of its figures did not load. `empty`: there are no figures to draw. `refused`: it is drawn,
   * but would be no good file.
   */
  state: 'ready' | 'failed' | 'empty' | 'refused';
  /** The page's own message in place of what is missing, or why it is refused; null for `ready`, and '' if it has none. */
  said: string | null;
  /** What a page that keeps its figures has asked, and what it was answered. */
  figures?: readonly KeptFigure[];
}
