import type { ReadModel } from '@superscope/contracts/changes';
import { LRUCache } from 'lru-cache';
import type { NotedQuestion } from '../staff-questions.js';

/** An answer as text, and the questions about few members that it answers for the staff audience, for the access log. */
export interface Loaded {
  body: string;
  toNote: readonly NotedQuestion[];
}

export interface Entry extends Loaded {
  version: string;
  planIds: readonly string[] | null;
  /** The read models behind the answer, whose change counters make up `version`. */
  readModels: readonly ReadModel[];
}

/**
 * The longest time that an answer is cached. A record that reaches the read models late, but counts in an edition that was published before,
 * is not announced to employers' answers; they have it after this time.
 */
export const longestKeptMilliseconds = 10 * 60_000;

/**
 * Cached answers; the least recently used is dropped first. The total length of keys and bodies is bounded, and an answer of more than a
 * tenth of it is not cached. The caller compares the version of an entry.
 */
export const answerCache = (maximumLength: number): LRUCache<string, Entry> =>
  new LRUCache({
    ttl: longestKeptMilliseconds,
    maxSize: maximumLength,
    maxEntrySize: Math.max(1, Math.floor(maximumLength / 10)),
    sizeCalculation: ({ body }, key) => key.length + body.length,
  });
