import { planOfStream } from '@superscope/contracts/read-models/plan-of-stream';
import { categoryOf } from '@superscope/event-store/events/codec';
import type { RecordedEvent } from '@superscope/event-store/events/recorded-event';

const innerMemberId = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/** The first value of a stored row is its member. In some events `rows` is only a count, and they name nobody. */
function ofRows(data: unknown): unknown[] {
  const { rows } = data as { rows?: number | readonly (readonly unknown[])[] };
  return typeof rows === 'object' ? rows.map(([memberId]) => memberId) : [];
}

/** How to find the members that an event names, by category; events of other categories name none. */
const membersByCategory: Record<string, (event: RecordedEvent) => readonly unknown[]> = {
  member: ({ stream }) => [stream.slice('member-'.length)],
  memberSnapshots: ({ data }) => ofRows(data),
  assetsOwned: ({ data }) => ofRows(data),
  campaign: ({ data }) => ofRows(data),
  // The members whose data somebody looked at.
  access: ({ data }) =>
    (data as { entries: readonly { members: readonly string[] }[] }).entries.flatMap(({ members }) => members),
};

/** Inner ids of the members that an event names, each once. */
export function membersOf(event: RecordedEvent): string[] {
  const named = membersByCategory[categoryOf(event.stream)]?.(event) ?? [];
  return [...new Set(named)].filter((id): id is string => typeof id === 'string' && innerMemberId.test(id));
}

/** The member whose own stream it is; null for any other event. */
export const ownMemberOf = (event: RecordedEvent): string | null =>
  categoryOf(event.stream) === 'member' ? (membersOf(event)[0] ?? null) : null;

/** The plan that an event names: by its stream, or as a field of its data. */
export function planOf({ stream, data }: RecordedEvent): string | null {
  const { planId } = data as { planId?: unknown };
  return planOfStream(stream) ?? (typeof planId === 'string' && planId !== '' ? planId : null);
}
