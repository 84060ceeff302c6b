/** The event that a page sends to its document once it knows what a file of it would be; its `detail` is a PageState. */
export const pageEvent = 'superscope:page';

/** `ready`: everything is drawn. `failed`: some of its figures did not load. `empty`: there are no figures to draw. */
export const pageStates = ['ready', 'failed', 'empty'] as const;
export type PageState = (typeof pageStates)[number];
