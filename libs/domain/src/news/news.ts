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
}

/** The number of items, which is fixed. */
export const newsItems = 4;

const item = record<NewsItem>({ topic: text, date: day, title: text, summary: text, body: listOf(text) });

export const newsStream: StreamDefinition<News, NewsEvent> = {
  category: 'news',
  initial: { items: null },
  shapes: { NewsReplaced: { items: listOf(item) } },
  evolve: (news, event) => (event.type === 'NewsReplaced' ? { items: event.data.items } : news),
};

/** Replaces all items; the same ones again write nothing. */
export const replaceNews =
  (items: readonly NewsItem[]): Decision<News, NewsEvent> =>
  (news) => {
    if (items.length !== newsItems) throw new RuleViolation('invalid', `The news must have ${newsItems} items.`);
    return JSON.stringify(news.items) === JSON.stringify(items) ? [] : [{ type: 'NewsReplaced', data: { items } }];
  };
