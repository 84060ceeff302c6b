import type { ReadModel } from '@superscope/contracts/changes';
import { LRUCache } from 'lru-cache';
import type { NotedQuestion } from '../staff-questions.js';

/** An answer as text, and the questions about few members that it answers for the staff audience: the access log notes them. */
export interface Loaded {
  body: string;
  toNote: readonly NotedQuestion[];
}

export interface Entry extends Loaded {
  version: string;
  planIds: readonly string[] | null;
  /** What the answer was made of. */
  readModels: readonly ReadModel[];
}

/**
 * Ready answers, the least recently used going first. Bounded by the length of keys and bodies together; one that would take a tenth
 * is not kept. Whoever asks compares the version of an entry.
 */
export const answerCache = (maximumLength: number): LRUCache<string, Entry> =>
  new LRUCache({
    maxSize: maximumLength,
    maxEntrySize: Math.max(1, Math.floor(maximumLength / 10)),
    sizeCalculation: ({ body }, key) => key.length + body.length,
  });
