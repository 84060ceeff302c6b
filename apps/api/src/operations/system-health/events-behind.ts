import type { SystemHealth } from '@superscope/contracts/system-health';
import { comparePositions, type Position } from '@superscope/event-store/events/position';
import { checkpointOf, type Progress, type ProjectionFeed } from '@superscope/event-store/reading/projection-feed';

/** Where an event is. */
export interface EventPlace {
  stream: string;
  position: Position;
}

/** Who looked and who signed in: no figure waits for them, and they never end. */
const notProjected = ['access-', 'login-'];
/** The store's own, which the relay leaves out. */
const ofTheStore = '$';

/**
 * How many of the newest events, newest first, the read models lack; `most` are looked at. More may be behind where a checkpoint
 * is older than all of these, though all that was seen of its partition is none of theirs. Partitions have no order among each
 * other, so an old checkpoint may be that of a quiet one.
 */
export async function eventsBehind(
  newest: AsyncIterable<readonly EventPlace[]>,
  feed: ProjectionFeed,
  progress: Progress,
  most: number,
): Promise<NonNullable<SystemHealth['eventsBehind']>> {
  let looked = 0;
  let oldest: Position | null = null;
  let count = 0;
  const lagging = new Set<string>();
  for await (const events of newest) {
    let reached = false;
    for (const { stream, position } of events) {
      const checkpoint = checkpointOf(feed, stream);
      looked += 1;
      oldest = position;
      reached = progress.includes(checkpoint, position);
      if (reached || stream.startsWith(ofTheStore)) continue;
      lagging.add(checkpoint);
      if (!notProjected.some((prefix) => stream.startsWith(prefix))) count += 1;
    }
    // Whoever follows everything has all that is older, too.
    if (reached && feed.kind === 'direct') break;
  }
  const mayLackMore = (checkpoint: string) => oldest !== null && comparePositions(progress.of(checkpoint), oldest) < 0;
  return { count, orMore: looked >= most && [...lagging].some(mayLackMore) };
}
