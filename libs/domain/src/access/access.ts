import type { Decision, DomainEvent, StreamDefinition } from '../event.js';
import type { Role } from '../user/user.events.js';

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
  filter?: Readonly<Record<string, string>> | undefined;
  /** Inner ids of the members that it named. */
  members?: readonly string[] | undefined;
  rows: number | null;
  outcome: 'ok' | 'refused' | 'failed';
}

export type AccessEvent = DomainEvent<'AccessRecorded', { entries: readonly AccessEntry[] }>;

/** One stream a day; nothing is decided from it, so its fold keeps nothing. */
export const accessStream: StreamDefinition<null, AccessEvent> = {
  category: 'access',
  initial: null,
  evolve: () => null,
};

export const recordAccess =
  (entries: readonly AccessEntry[]): Decision<null, AccessEvent> =>
  () =>
    entries.length === 0 ? [] : [{ type: 'AccessRecorded', data: { entries } }];
