import { categoryOf } from './codec.js';
import type { RecordedEvent } from './recorded-event.js';

type Named = Pick<RecordedEvent, 'stream' | 'data'>;

const innerMemberId = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/** The first value of a stored row is its member. In some events `rows` is only a count, which names no member. */
function ofRows(data: unknown): unknown[] {
  const { rows } = data as { rows?: number | readonly (readonly unknown[])[] };
  return typeof rows === 'object' ? rows.map(([memberId]) => memberId) : [];
}

/** How to find the members that an event names, by category; events of other categories name none. */
const membersByCategory: Record<string, (event: Named) => readonly unknown[]> = {
  member: ({ stream }) => [stream.slice('member-'.length)],
  memberSnapshots: ({ data }) => ofRows(data),
  assetsOwned: ({ data }) => ofRows(data),
  campaign: ({ data }) => ofRows(data),
  // The members whose data was accessed.
  access: ({ data }) =>
    (data as { entries: readonly { members: readonly string[] }[] }).entries.flatMap(({ members }) => members),
};

/** Inner ids of the members that an event names, each once. */
export function membersOf(event: Named): string[] {
  const named = membersByCategory[categoryOf(event.stream)]?.(event) ?? [];
  return [...new Set(named)].filter((id): id is string => typeof id === 'string' && innerMemberId.test(id));
}
