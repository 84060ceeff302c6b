import type { Decision, DomainEvent, EventShapes, StreamDefinition } from '../event.js';
import { count, dictionary, instant, listOf, oneOf, orNull, record, text } from '../shape.js';
import { roles, type Role } from '../user/user.events.js';

/** Who looked at what: never a personal value; searches are an HMAC of what was typed. */
export interface AccessEntry {
  userId: string | null;
  role: Role | null;
  /** Instant, UTC. */
  at: string;
  /** Null where the connection ended before anybody looked. */
  address: string | null;
  action: string;
  object: string | null;
  planId: string | null;
  /** What narrowed or describes it, by name: a file's filters, a question's digest. */
  filter: Readonly<Record<string, string>>;
  /** Inner ids of the members that it named. */
  members: readonly string[];
  rows: number | null;
  outcome: 'ok' | 'refused' | 'failed';
}

export type AccessEvent = DomainEvent<'AccessRecorded', { entries: readonly AccessEntry[] }>;

const shapes: EventShapes<AccessEvent> = {
  AccessRecorded: {
    entries: listOf(
      record({
        userId: orNull(text),
        role: orNull(oneOf(roles)),
        at: instant,
        address: orNull(text),
        action: text,
        object: orNull(text),
        planId: orNull(text),
        filter: dictionary(text),
        members: listOf(text),
        rows: orNull(count),
        outcome: oneOf(['ok', 'refused', 'failed']),
      }),
    ),
  },
};

/** One stream a day; nothing is decided from it, so its fold keeps nothing. */
export const accessStream: StreamDefinition<null, AccessEvent> = {
  category: 'access',
  initial: null,
  shapes,
  evolve: () => null,
};

export const recordAccess =
  (entries: readonly AccessEntry[]): Decision<null, AccessEvent> =>
  () =>
    entries.length === 0 ? [] : [{ type: 'AccessRecorded', data: { entries } }];
