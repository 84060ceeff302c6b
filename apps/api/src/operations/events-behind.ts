import { comparePositions, type Position } from '@superscope/event-store/events/position';
import { checkpointOf, type Progress, type ProjectionFeed } from '@superscope/event-store/reading/projection-feed';

/** An event's stream and position, and when it was stored. */
export interface EventPlace {
  stream: string;
  position: Position;
  created: Date;
}

/** Events that the read models do not include yet. */
export interface Lag {
  count: number;
  /** When the oldest of them was stored; null if there are none. */
  since: Date | null;
}

/** Streams of accesses and sign-ins, which change no figure and get new events all the time. */
const notProjected = ['access-', 'login-'];
/** Prefix of the event store's own streams, which the relay leaves out. */
const ofTheStore = '$';

/**
 * Counts how many of the newest `most` events the read models lack, in total and by checkpoint. `newest` is ordered newest first. `orMore`
 * says that a partition that lacks events has a checkpoint older than all examined events, so it may lack more. Other old checkpoints do
 * not count, because they may belong to quiet partitions.
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
    // A direct feed is processed in log order, so all older events are included too.
    if (reached && feed.kind === 'direct') break;
  }
  const mayLackMore = (checkpoint: string) => oldest !== null && comparePositions(progress.of(checkpoint), oldest) < 0;
  return { ...all, orMore: looked >= most && [...byCheckpoint.keys()].some(mayLackMore), byCheckpoint };
}
