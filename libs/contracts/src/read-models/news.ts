import { z } from 'zod';
import { documentView } from './document-view.js';

const item = z.object({
  topic: z.string(),
  date: z.string(),
  title: z.string(),
  summary: z.string(),
  body: z.array(z.string()),
});

/** One document: the news that stand. There is none until they are replaced for the first time. */
export const newsView = documentView({
  collection: 'news',
  announces: 'news',
  shape: z.object({ items: z.array(item) }),
  indexes: [],
});

export const newsId = 'news';
