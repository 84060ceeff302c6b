import type { RecordedEvent } from '@superscope/event-store/events/recorded-event';

/** The newest result of `recordedAt`, because each row of an event asks for it. */
let last: { at: string; text: string } | null = null;

/**
 * When an event was recorded, in ClickHouse's text form, which sorts by time. An event of another program may have no
 * recording time; the moment at which it was stored is used instead.
 */
export function recordedAt({ metadata, created }: Pick<RecordedEvent, 'metadata' | 'created'>): string {
  if (last !== null && last.at === metadata.at) return last.text;
  const at = new Date(metadata.at);
  if (Number.isNaN(at.getTime())) return textOf(created);
  last = { at: metadata.at, text: textOf(at) };
  return last.text;
}

const textOf = (at: Date): string => at.toISOString().replace('T', ' ').replace('Z', '');

/** ISO instant to ClickHouse's DateTime64(3) text in UTC. Throws RangeError for an invalid instant. */
export function clickhouseInstant(iso: string): string {
  return textOf(new Date(iso));
}

/** ClickHouse's DateTime64(3) text in UTC to an ISO instant. */
export const isoInstant = (text: string): string => `${text.replace(' ', 'T')}Z`;
