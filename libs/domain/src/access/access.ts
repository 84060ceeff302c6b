import type { Decision, DomainEvent, EventShapes, StreamDefinition } from '../event.js';
import { count, dictionary, instant, listOf, oneOf, optional, orNull, record, text } from '../shape.js';
import { roles, type Role } from '../user/user.events.js';

/** One access to data by a user. It holds no personal value: a search is recorded as the HMAC of its text. */
export interface AccessEntry {
  userId: string | null;
  role: Role | null;
  /** Instant, UTC. */
  at: string;
  /** Null when the connection ended before its address was read. */
  address: string | null;
  action: string;
  object: string | null;
  planId: string | null;
  /** Details of the access by name, such as a file's filters or a query's digest. */
  filter: Readonly<Record<string, string>>;
  /** Inner ids of the members whose data was named. */
  members: readonly string[];
  rows: number | null;
  outcome: 'ok' | 'refused' | 'failed';
  // Entries of earlier releases lack the fields below.
  /** HMAC of the session or token. It tells sessions apart, but cannot be used to sign in. */
  session?: string | null | undefined;
  type?: string | undefined;
  context?: string | undefined;
  /** The endpoint's path with the names of its parameters, so that it holds nothing that a caller typed. */
  path?: string | null | undefined;
  /** The page that sent the request, without its query; only the origin for a page of another site. */
  referrer?: string | null | undefined;
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
        session: optional(orNull(text)),
        type: optional(text),
        context: optional(text),
        path: optional(orNull(text)),
        referrer: optional(orNull(text)),
      }),
    ),
  },
};

/** One stream per day. No decision depends on it, so its state stays null. */
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
