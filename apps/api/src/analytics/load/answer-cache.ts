import type { ReadModel } from '@superscope/contracts/changes';
import type { ToldOfFew } from '../staff-questions.js';

/** An answer as text, and what it told the staff audience of few members. */
export interface Loaded {
  body: string;
  told: readonly ToldOfFew[];
}

interface Entry extends Loaded {
  version: string;
  planIds: readonly string[] | null;
  /** What the answer was made of. */
  readModels: readonly ReadModel[];
}

/** Ready answers, the least recently used going first. Bounded by the length of keys and bodies together. */
export class AnswerCache {
  private readonly entries = new Map<string, Entry>();
  private length = 0;

  constructor(private readonly maximumLength: number) {}

  /** The entry as it was kept: whoever asks compares its version. */
  get(key: string): Entry | undefined {
    const entry = this.entries.get(key);
    if (!entry) return undefined;
    this.entries.delete(key);
    this.entries.set(key, entry);
    return entry;
  }

  set(key: string, entry: Entry): void {
    const length = key.length + entry.body.length;
    this.delete(key);
    if (length > this.maximumLength / 10) return;
    this.entries.set(key, entry);
    this.length += length;
    for (const oldest of this.entries.keys()) {
      if (this.length <= this.maximumLength) break;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    const entry = this.entries.get(key);
    if (!entry) return;
    this.entries.delete(key);
    this.length -= key.length + entry.body.length;
  }
}
