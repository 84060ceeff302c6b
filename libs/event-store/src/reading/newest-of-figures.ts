import type { EventStore } from '../event-store.js';
import type { Position } from '../events/position.js';

/** Number of the store's newest events that are looked at. */
const newestEvents = 100;

/** System events, accesses, sign-ins and rules about users change no figure, so nothing waits for them. */
const changeNoFigure = ['$', 'access-', 'login-', 'administrators'];

/** The newest recorded events that may change figures. Read models that have these have all events up to now. */
export async function newestOfFigures(
  store: Pick<EventStore, 'newest'>,
): Promise<{ stream: string; position: Position }[]> {
  const found = [];
  for await (const events of store.newest(newestEvents))
    found.push(...events.filter(({ stream }) => !changeNoFigure.some((prefix) => stream.startsWith(prefix))));
  return found;
}
