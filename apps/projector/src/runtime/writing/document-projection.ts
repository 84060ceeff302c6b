import type { DocumentView, FieldsOf } from '@superscope/contracts/read-models/document-view';
import type { ReadModel, ViewName } from '@superscope/contracts/read-models/read-models';
import type { RecordedEvent } from '@superscope/event-store/events/recorded-event';
import { documentWrite, type Patch, type Projection } from './projection.js';

/** The fields of a view's document that an event sets. */
type SetBy<Fields> = (event: RecordedEvent<never>) => Patch<Fields>;

/**
 * A projection that writes one document for each stream. `idField` names the field of the events that holds the
 * document's id; `sets` gives by event type the fields that an event sets.
 */
export const documentsOf = <View extends DocumentView<ViewName, ReadModel>>(
  view: View,
  idField: string,
  sets: Readonly<Record<string, SetBy<FieldsOf<View>>>>,
): Projection => ({
  readModel: view.announces,
  handles: Object.keys(sets),
  project: (event) => {
    const data = event.data as Record<string, string>;
    const set = sets[event.type]!(event as RecordedEvent<never>);
    return { documents: [documentWrite(view, data[idField]!, event, set)], planId: data['planId'] ?? null };
  },
});

/** The event's own fields, unchanged. */
export const whole = <Data extends object>(event: RecordedEvent<Data>): Data => ({ ...event.data });
