import type { RecordedEvent } from '@superscope/event-store/events/recorded-event';

/**
 * The most commands that a log line, a stale plan-month or a change names. An import is one command, however many
 * events it has.
 */
const mostCorrelationIds = 20;

/** Adds the id of the command behind an event, once. Beyond the limit nothing is added. */
export function addCorrelationId(ids: Set<string>, id: string | undefined): void {
  if (id && ids.size < mostCorrelationIds) ids.add(id);
}

/** The commands behind some events, for a log line: their ids up to the limit, and their number. */
export function commandsOf(events: readonly RecordedEvent[]): { correlationIds: string[]; commands: number } {
  const ids = new Set(events.map(({ metadata }) => metadata.correlationId).filter(Boolean));
  return { correlationIds: [...ids].slice(0, mostCorrelationIds), commands: ids.size };
}
