import { planOfStream } from '@superscope/contracts/read-models/plan-of-stream';
import { categoryOf } from '@superscope/event-store/events/codec';
import { membersOf } from '@superscope/event-store/events/members-of-event';
import type { RecordedEvent } from '@superscope/event-store/events/recorded-event';

/** The member in whose own stream the event is; null for any other event. */
export const ownMemberOf = (event: RecordedEvent): string | null =>
  categoryOf(event.stream) === 'member' ? (membersOf(event)[0] ?? null) : null;

/** The plan that an event names, by its stream or by a field of its data. */
export function planOf({ stream, data }: RecordedEvent): string | null {
  const { planId } = data as { planId?: unknown };
  return planOfStream(stream) ?? (typeof planId === 'string' && planId !== '' ? planId : null);
}
