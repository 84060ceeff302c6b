import type { KeyObject } from 'node:crypto';
import { digestOf, firstLink, linkAfter, mostBytesOfBlock, mostEventsOfBlock, tagsOf } from './chain.js';
import { headsDiffer, locate, number, type Difference } from './difference.js';
import { isHead, isSignedBy, tagList, type Block, type Head } from './heads.js';
import type { HistoryCursor } from './history-cursor.js';

/** How much of a history the heads cover, and the first difference. */
export interface Followed {
  events: number;
  blocks: number;
  heads: number;
  /** The last link that matched. */
  link: Buffer;
  difference: Difference | null;
}

/** Blocks and heads in order; null for a line that is neither. */
export type Entries = AsyncIterable<Block | Head | null>;

/**
 * Compares a history with its heads, from its first event, in constant memory. Stops at the first difference; otherwise the cursor is after
 * the last event that a head covers.
 */
export async function followHeads(entries: Entries, history: HistoryCursor, publicKey: KeyObject): Promise<Followed> {
  const so: Followed = { events: 0, blocks: 0, heads: 0, link: firstLink, difference: null };
  let signed = 0;
  const iterator = entries[Symbol.asyncIterator]();
  for (;;) {
    const { value: entry, done } = await iterator.next();
    if (done) break;
    if (entry === null)
      so.difference = headsDiffer(
        `The heads hold a line after block ${number(so.blocks)} that is neither a block nor a head.`,
      );
    else if (isHead(entry)) {
      so.difference = headDifference(entry, so, signed, publicKey);
      so.heads += 1;
      signed = so.events;
    } else so.difference = await blockDifference(entry, so, history, iterator);
    if (so.difference !== null) return so;
  }
  if (signed < so.events)
    so.difference = headsDiffer(`The heads end with blocks that no head covers, from event ${number(signed + 1)} on.`);
  return so;
}

function headDifference(head: Head, so: Followed, signed: number, publicKey: KeyObject): Difference | null {
  const named = `Head ${number(so.heads + 1)}`;
  if (head.head !== so.heads + 1) return headsDiffer(`${named} is missing.`);
  if (!isSignedBy(head, publicKey))
    return headsDiffer(`${named} is not signed by the key: it is forged, or of another key.`);
  if (head.events === so.events && head.link === so.link.toString('hex')) return null;
  return headsDiffer(
    `${named}, signed at ${head.at}, does not fit the blocks before it: events after event ${number(signed)} and their blocks were changed alike, or blocks are missing.`,
  );
}

async function blockDifference(
  block: Block,
  so: Followed,
  history: HistoryCursor,
  more: AsyncIterator<Block | Head | null>,
): Promise<Difference | null> {
  // Limits memory. A block of ours is no larger, but a manipulated file may claim any size.
  const lines = await history.take(block.events, 4 * mostBytesOfBlock);
  const digests = lines.map(digestOf);
  const tags = tagList(block);
  const link = linkAfter(so.link, digests);
  const ordered = block.block === so.blocks + 1 && tags.length === block.events;
  const found = tagsOf(digests);
  if (ordered && lines.length === block.events && link.toString('hex') === block.link) {
    if (found.some((tag, i) => tag !== tags[i])) return headsDiffer(tagsDiffer(block), block.block);
    so.link = link;
    so.blocks += 1;
    so.events += lines.length;
    return null;
  }
  if (!ordered)
    return headsDiffer(`Block ${number(so.blocks + 1)} of the heads is missing or not whole.`, so.blocks + 1);
  const behind = await history.take(mostEventsOfBlock);
  const next = await nextBlock(more);
  const difference = locate({
    block: block.block,
    first: so.events + 1,
    tags: [...tags, ...(next === null ? [] : tagList(next))],
    found: [...found, ...tagsOf(behind.map(digestOf))],
    lines: [...lines, ...behind],
  });
  return difference ?? headsDiffer(tagsDiffer(block), block.block);
}

const tagsDiffer = ({ block }: Block) =>
  `Block ${number(block)} of the heads was changed: its link is not that of its events.`;

async function nextBlock(entries: AsyncIterator<Block | Head | null>): Promise<Block | null> {
  for (;;) {
    const { value, done } = await entries.next();
    if (done || value === null) return null;
    if (!isHead(value)) return value;
  }
}
