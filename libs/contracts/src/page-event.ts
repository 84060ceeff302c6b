/** The event that a page sends to its document once it knows what a file of it would be; its `detail` is a PageMessage. */
export const pageEvent = 'superscope:page';

export interface PageMessage {
  /** `ready`: everything is drawn. `failed`: some of its figures did not load. `empty`: there are no figures to draw. */
  state: 'ready' | 'failed' | 'empty';
  /** Why there are none, as the page says it to people; null for the other states. */
  said: string | null;
}
