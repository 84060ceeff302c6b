import type { TypeOf } from '@superscope/domain/event';
import type { DocumentView, FieldsOf } from '@superscope/contracts/read-models/document-view';
import type { ReadModel, ViewName } from '@superscope/contracts/read-models/read-models';
import type { ByEvent } from '@superscope/event-store/events/by-event';
import type { RecordedEvent } from '@superscope/event-store/events/recorded-event';
import { documentWrite, type Patch, type Projected, type Projection } from './projection.js';

interface Terms<Ignored> extends Pick<Projection, 'readModel' | 'ofTheLog' | 'deferred'> {
  /** Events of the stream that write nothing here, so that the others are all there are. */
  ignores?: readonly Ignored[];
}

/** The same with names that are only known when an event comes; it is one of them, or it is not handled. */
type ByName<Given> = Readonly<Record<string, (event: RecordedEvent) => Given>>;

/** A read model of one stream: `writes` says by event type what each event writes. */
export const projectionOf = <Stream, const Ignored extends TypeOf<Stream> = never>(
  _stream: Stream,
  { ignores: _, ...terms }: Terms<Ignored>,
  writes: ByEvent<Stream, Ignored, Projected>,
): Projection => ({
  ...terms,
  handles: Object.keys(writes),
  project: (event) => (writes as ByName<Projected>)[event.type]!(event),
});

interface DocumentTerms<Ignored> {
  /** The field of the events that holds the document's id. */
  id: string;
  ignores?: readonly Ignored[];
}

/** A projection that writes one document for each stream: `sets` gives by event type the fields that an event sets. */
export const documentsOf = <
  View extends DocumentView<ViewName, ReadModel>,
  Stream,
  const Ignored extends TypeOf<Stream> = never,
>(
  view: View,
  _stream: Stream,
  { id }: DocumentTerms<Ignored>,
  sets: ByEvent<Stream, Ignored, Patch<FieldsOf<View>>>,
): Projection => ({
  readModel: view.announces,
  handles: Object.keys(sets),
  project: (event) => {
    const data = event.data as Record<string, string>;
    const set = (sets as ByName<Patch<FieldsOf<View>>>)[event.type]!(event);
    return { documents: [documentWrite(view, data[id]!, event, set)], planId: data['planId'] ?? null };
  },
});

/** The event's own fields, unchanged. */
export const whole = <Data extends object>({ data }: RecordedEvent<Data>): Data => ({ ...data });

/** One read model of events of several streams. */
export const joined = (first: Projection, ...others: readonly Projection[]): Projection => {
  const all = [first, ...others];
  return {
    ...first,
    handles: all.flatMap(({ handles }) => handles),
    project: (event) => all.find(({ handles }) => handles.includes(event.type))!.project(event),
  };
};
