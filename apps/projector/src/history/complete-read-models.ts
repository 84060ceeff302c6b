import { setTimeout as delay } from 'node:timers/promises';
import type { EventStore } from '@superscope/event-store/event-store';
import { newestOfFigures } from '@superscope/event-store/reading/newest-of-figures';
import { checkpointOf } from '@superscope/event-store/reading/projection-feed';
import type { Db } from 'mongodb';
import { currentFeed } from '../runtime/feed/current-feed.js';
import { Checkpoints } from '../runtime/operations/checkpoints.js';
import type { Target } from '../runtime/writing/target.js';

/** How long to wait for the read models to catch up. */
const usualPatienceMs = 30_000;

/** Waits until the newest recorded events are in the read models. False if they are not there in time. */
export async function readModelsAreComplete(
  { store, live }: { store: EventStore; live: Target },
  ops: Db,
  signal: AbortSignal,
  patienceMs = usualPatienceMs,
): Promise<boolean> {
  const feed = await currentFeed(ops);
  const wanted = await newestOfFigures(store);
  const until = performance.now() + patienceMs;
  for (;;) {
    const progress = await new Checkpoints(live).progress(feed);
    if (wanted.every(({ stream, position }) => progress.includes(checkpointOf(feed, stream), position))) return true;
    if (performance.now() > until) return false;
    await delay(100, undefined, { signal });
  }
}
