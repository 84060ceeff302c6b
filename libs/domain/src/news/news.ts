import type { Decision, DomainEvent, StreamDefinition } from '../event.js';
import { RuleViolation } from '../rule-violation.js';
import { day, listOf, record, text } from '../shape.js';

export interface NewsItem {
  topic: string;
  /** yyyy-MM-dd */
  date: string;
  title: string;
  summary: string;
  /** Paragraphs. */
  body: readonly string[];
}

export type NewsEvent = DomainEvent<'NewsReplaced', { items: readonly NewsItem[] }>;

/** The current items; null until they are replaced for the first time, while the product's own items are shown. */
export interface News {
  items: readonly NewsItem[] | null;
  /** How often they were replaced: the revision of the newest event, and 1. */
  changes: number;
}

/** The number of items, which is fixed. */
export const newsItems = 4;

const item = record<NewsItem>({ topic: text, date: day, title: text, summary: text, body: listOf(text) });

export const newsStream: StreamDefinition<News, NewsEvent> = {
  category: 'news',
  initial: { items: null, changes: 0 },
  shapes: { NewsReplaced: { items: listOf(item) } },
  evolve: (news, event) =>
    event.type === 'NewsReplaced' ? { items: event.data.items, changes: news.changes + 1 } : news,
};

/** Somebody replaced the news after the revision that a file is based on. */
export const newsChanged = 'Somebody replaced the news after this file was saved.';

/**
 * Replaces all items; the same ones again write nothing. `revision` is that of the news that the items were made of, -1 for the product's
 * own: throws `conflict` if they were replaced since. Without it they are not compared.
 */
export const replaceNews =
  (items: readonly NewsItem[], revision?: number): Decision<News, NewsEvent> =>
  (news) => {
    if (items.length !== newsItems) throw new RuleViolation('invalid', `The news must have ${newsItems} items.`);
    if (JSON.stringify(news.items) === JSON.stringify(items)) return [];
    if (revision !== undefined && revision !== news.changes - 1) throw new RuleViolation('conflict', newsChanged);
    return [{ type: 'NewsReplaced', data: { items } }];
  };
