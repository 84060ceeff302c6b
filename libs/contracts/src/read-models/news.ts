import { isIsoDate } from '@superscope/domain/calendar-dates';
import { newsItems, type NewsItem } from '@superscope/domain/news/news';
import { z } from 'zod';
import { dateProblem } from '../fields.js';
import { documentView } from './document-view.js';

export type { NewsItem };

const words = (most: number) => z.string().trim().min(1, 'This is empty.').max(most, `At most ${most} characters.`);

/** One item of news. Its texts are plain text. */
const newsItem = z.strictObject({
  topic: words(40),
  date: z.string().refine(isIsoDate, { error: dateProblem('A day is written yyyy-MM-dd.') }),
  title: words(120),
  summary: words(300),
  body: z.array(words(2_000)).min(1, 'An item has a paragraph or more.').max(12),
}) satisfies z.ZodType<NewsItem>;

const items = z.array(newsItem).length(newsItems, `The file has ${newsItems} items.`);

/** Answer to GET /api/news and body of PUT /api/news: the items of news, of which the newest three are shown. */
export const newsFile = z.strictObject({
  /** Of the news that the file was made of; -1 for the product's own. News that were replaced since are kept; without it, they are not. */
  revision: z
    .number('This is not a revision.')
    .int('This is not a revision.')
    .min(-1, 'This is not a revision.')
    .optional(),
  items,
});
export type NewsFile = z.infer<typeof newsFile>;

/** One document: the current news. It is missing until the news are replaced for the first time. */
export const newsView = documentView({
  collection: 'news',
  announces: 'news',
  shape: z.strictObject({ items }),
  indexes: [],
});

export const newsId = 'news';
