import type { ReadModel } from '@superscope/contracts/changes';
import type { RecordedEvent } from '@superscope/event-store/events/recorded-event';
import type { DocumentWrite, Projection, ViewCollection } from './projection.js';

/** A projection that writes one document for each stream; `sets` says by event type which of its fields an event sets. */
export const documentsOf = (
  readModel: ReadModel,
  collection: ViewCollection,
  idField: string,
  sets: Record<string, (event: RecordedEvent<never>) => Record<string, unknown>>,
): Projection => ({
  readModel,
  handles: Object.keys(sets),
  project: (event) => {
    const data = event.data as Record<string, string>;
    const write: DocumentWrite = {
      collection,
      id: data[idField]!,
      revision: event.revision,
      set: sets[event.type]!(event as RecordedEvent<never>),
    };
    return { documents: [write], planId: data['planId'] ?? null };
  },
});

export type Of<Data> = (event: RecordedEvent<Data>) => Record<string, unknown>;

/** The event's own fields, as they are. */
export const whole: Of<object> = (event) => ({ ...event.data });
