import { comparePositions, type Position } from '@superscope/event-store/events/position';
import { checkpointOf, type Progress, type ProjectionFeed } from '@superscope/event-store/reading/projection-feed';

/** Where an event is, and when it was stored. */
export interface EventPlace {
  stream: string;
  position: Position;
  created: Date;
}

/** What is not there yet. */
export interface Lag {
  count: number;
  /** When the oldest event of these was stored; null for none. */
  since: Date | null;
}

/** Who looked and who signed in: no figure waits for them, and they never end. */
const notProjected = ['access-', 'login-'];
/** The store's own, which the relay leaves out. */
const ofTheStore = '$';

/**
 * How many of the newest events, newest first, the read models lack, in all and by checkpoint; `most` are looked at. More may be behind
 * where a checkpoint is older than all of these, though all that was seen of its partition is none of theirs. Partitions have no order
 * among each other, so an old checkpoint may be that of a quiet one.
 */
export async function eventsBehind(
  newest: AsyncIterable<readonly EventPlace[]>,
  feed: ProjectionFeed,
  progress: Progress,
  most: number,
): Promise<Lag & { orMore: boolean; byCheckpoint: ReadonlyMap<string, Lag> }> {
  let looked = 0;
  let oldest: Position | null = null;
  const all: Lag = { count: 0, since: null };
  const byCheckpoint = new Map<string, Lag>();
  for await (const events of newest) {
    let reached = false;
    for (const { stream, position, created } of events) {
      const checkpoint = checkpointOf(feed, stream);
      looked += 1;
      oldest = position;
      reached = progress.includes(checkpoint, position);
      if (reached || stream.startsWith(ofTheStore)) continue;
      const lag = byCheckpoint.get(checkpoint) ?? { count: 0, since: null };
      byCheckpoint.set(checkpoint, lag);
      if (notProjected.some((prefix) => stream.startsWith(prefix))) continue;
      for (const each of [all, lag]) {
        each.count += 1;
        each.since = created;
      }
    }
    // Whoever follows everything has all that is older, too.
    if (reached && feed.kind === 'direct') break;
  }
  const mayLackMore = (checkpoint: string) => oldest !== null && comparePositions(progress.of(checkpoint), oldest) < 0;
  return { ...all, orMore: looked >= most && [...byCheckpoint.keys()].some(mayLackMore), byCheckpoint };
}
