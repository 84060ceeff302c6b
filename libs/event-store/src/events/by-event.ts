import type { DataOf, TypeOf } from '@superscope/domain/event';
import type { RecordedEvent } from './recorded-event.js';

/** A stream's event as it was recorded, by its name. */
type Recorded<Stream, Type> = RecordedEvent<DataOf<Stream, Type>>;

/** What each event of a stream gives, but those that are ignored. A new event does not compile until somebody decides. */
export type ByEvent<Stream, Ignored, Given> = {
  readonly [Type in Exclude<TypeOf<Stream>, Ignored>]: (event: Recorded<Stream, Type>) => Given;
};

/** What a recorded event gives; null if it is ignored. */
export type EventReader<Given> = (event: RecordedEvent) => Given | null;

/** Reads the recorded events of a stream. What they give follows from the type that is asked for. */
export const readerOf = <Stream, Given, const Ignored extends TypeOf<Stream> = never>(
  _stream: Stream,
  _terms: { ignores?: readonly Ignored[] },
  gives: ByEvent<Stream, Ignored, Given>,
): EventReader<Given> => {
  const byName = gives as Readonly<Record<string, ((event: RecordedEvent) => Given) | undefined>>;
  return (event) => byName[event.type]?.(event) ?? null;
};
