import type { RecordedEvent } from '@superscope/event-store/events/recorded-event';

/** So many commands are named by a log line, a stale plan-month or a change; an import is one, however many events it has. */
export const mostCorrelationIds = 20;

/** Adds the id of the command behind an event, once; beyond the most nothing is added. */
export function addCorrelationId(ids: Set<string>, id: string | undefined): void {
  if (id && ids.size < mostCorrelationIds) ids.add(id);
}

/** The commands behind some events, for a log line: their ids, and how many they are where not all can be named. */
export function commandsOf(events: readonly RecordedEvent[]): { correlationIds: string[]; commands: number } {
  const ids = new Set(events.map(({ metadata }) => metadata.correlationId).filter(Boolean));
  return { correlationIds: [...ids].slice(0, mostCorrelationIds), commands: ids.size };
}
