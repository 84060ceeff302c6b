import type { Line } from './chain.js';
import { eventOfLine } from './history-line.js';

/** Where a history first differs from what its heads cover. */
export interface Difference {
  kind: 'changed' | 'missing' | 'added' | 'swapped' | 'heads';
  /** Number of the event, counted from 1, which is its line in an export; null if the heads themselves are wrong. */
  event: number | null;
  /** Number of the block; null if no block differs. */
  block: number | null;
  /** What differs, in one sentence. */
  text: string;
}

export const headsDiffer = (text: string, block: number | null = null): Difference => ({
  kind: 'heads',
  event: null,
  block,
  text,
});

/**
 * The expected content of a block and what was found instead. Both lists extend into the next block, to recognise
 * events that moved.
 */
export interface Found {
  block: number;
  /** Number of the block's first event. */
  first: number;
  /** The tags of the events' digests, as recorded and as found. */
  tags: readonly string[];
  found: readonly string[];
  lines: readonly Line[];
}

/** The first event that differs, and how; null if every event matches its tag, though the block's link differs. */
export function locate({ block, first, tags, found, lines }: Found): Difference | null {
  const at = tags.findIndex((tag, i) => tag !== found[i]);
  if (at === -1) return null;
  const event = first + at;
  const line = lines[at];
  const shown = line === undefined ? '' : placeOf(line);
  const differs = (kind: Difference['kind'], text: string): Difference => ({
    kind,
    event,
    block,
    text: `Block ${number(block)}: ${text}`,
  });
  if (line === undefined)
    return differs('missing', `the history ends before event ${number(event)}, which a head covers.`);
  // After a move the following events must match again; otherwise a copy of a later event was added.
  const agrees = (inFound: number, inTags: number) =>
    found[inFound] === undefined || tags[inTags] === undefined || found[inFound] === tags[inTags];
  const origin = tags.indexOf(found[at]!, at + 1);
  if (origin !== -1 && found[origin] === tags[at] && agrees(origin + 1, origin + 1))
    return differs(
      'swapped',
      `events ${number(event)} and ${number(first + origin)} changed places; ${shown} is first.`,
    );
  if (origin !== -1 && agrees(at + 1, origin + 1))
    return differs('missing', `${events(origin - at, event)} missing; ${shown} stands there.`);
  const later = found.indexOf(tags[at]!, at + 1);
  if (later !== -1 && agrees(later + 1, at + 1))
    return differs('added', `${events(later - at, event)} not of this history: ${shown}.`);
  return differs('changed', `event ${number(event)} is not what was recorded: ${shown}.`);
}

const events = (count: number, from: number): string =>
  count === 1 ? `event ${number(from)} is` : `events ${number(from)} to ${number(from + count - 1)} are`;

function placeOf(line: Line): string {
  const event = eventOfLine(line);
  return event === null
    ? 'a line that is not an event'
    : `${event.type}, revision ${event.revision} of stream ${event.stream}`;
}

export const number = (value: number): string => value.toLocaleString('en-AU');
