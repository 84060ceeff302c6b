import type { FieldShapes, Shape } from './shape.js';

/** A domain event. `type` and `data` are a storage format: add names and fields, never rename them. */
export interface DomainEvent<Type extends string = string, Data = unknown> {
  readonly type: Type;
  readonly data: Data;
}

/** The field shapes of each event of a stream, with personal fields decrypted or replaced by 'Erased'. */
export type EventShapes<Event extends DomainEvent> = {
  readonly [Type in Event['type']]: FieldShapes<Extract<Event, { type: Type }>['data']>;
};

/** Turns an event's data of one schema version into the next one's. */
export type Upcast = (data: unknown) => unknown;

/**
 * One kind of stream: its category, its events' shapes, its fold, and the owners of its personal fields.
 * Stream names are `category-id`. `evolve` must accept every event ever stored and ignore unknown ones.
 */
export interface StreamDefinition<State, Event extends DomainEvent> {
  readonly category: string;
  readonly initial: State;
  readonly evolve: (state: State, event: Event) => State;
  readonly shapes: EventShapes<Event>;
  /** The stream's id according to an event's data. An event stored in another stream is refused. */
  readonly idOf?: (data: Event['data']) => string;
  /**
   * Upcasters by event type, oldest first: the first turns version 1 into version 2, and so on. A type without upcasters is at
   * version 1. An upcaster never renames stored fields; it only adds or reinterprets them.
   */
  readonly upcasters?: { readonly [Type in Event['type']]?: readonly Upcast[] };
  /** The person whose key encrypts `data.personal` of this event type. */
  readonly personOf?: { readonly [T in Event['type']]?: (data: Extract<Event, { type: T }>['data']) => string };
}

/** Any stream. States and events differ by stream, so this type has only the fields that the codec needs. */
export type AnyStream = Pick<StreamDefinition<unknown, DomainEvent>, 'category'> & {
  readonly initial?: unknown;
  readonly evolve?: (state: never, event: never) => unknown;
  readonly shapes: Readonly<Record<string, Readonly<Record<string, Shape<unknown>>>>>;
  readonly idOf?: (data: never) => string;
  readonly personOf?: Readonly<Record<string, ((data: never) => string) | undefined>>;
  readonly upcasters?: Readonly<Record<string, readonly Upcast[] | undefined>>;
};

/** The events of a stream, told by what its fold takes. */
export type EventOf<Stream> = Stream extends {
  readonly evolve: (state: never, event: infer Event extends DomainEvent) => unknown;
}
  ? Event
  : never;

/** The names of a stream's events. */
export type TypeOf<Stream> = EventOf<Stream>['type'];

/** What an event of a stream holds, by its name. */
export type DataOf<Stream, Type> = Extract<EventOf<Stream>, { readonly type: Type }>['data'];

/** The names of a stream's events, by name: what SQL and filters take them from, so that a name that no event has does not compile. */
export const namesOf = <Stream extends { readonly shapes: object }>({ shapes }: Stream) =>
  Object.fromEntries(Object.keys(shapes).map((type) => [type, type])) as { readonly [Type in TypeOf<Stream>]: Type };

/** The same for several names. */
export const forEach = <const Name extends string, Given>(names: readonly Name[], given: Given) =>
  Object.fromEntries(names.map((name) => [name, given])) as Readonly<Record<Name, Given>>;

/** What a reader makes of each event of a stream, by name. */
export type ByType<Stream, Value> = { readonly [Type in TypeOf<Stream>]: Value };

/** What a reader makes of each event of a stream. A new event does not compile until somebody has decided. */
export const byType = <Stream, const Value>(_stream: Stream, values: ByType<Stream, Value>): ByType<Stream, Value> =>
  values;

/** The names of a stream's events that count for a reader, who decides about each, as in `byType`. */
export const typesOf = <Stream>(_stream: Stream, counts: ByType<Stream, boolean>): TypeOf<Stream>[] =>
  (Object.keys(counts) as TypeOf<Stream>[]).filter((type) => counts[type]);

/** A pure function from a stream's state to new events. Throws RuleViolation when a rule forbids the command. */
export type Decision<State, Event extends DomainEvent> = (state: State) => Event[];

export const streamName = (stream: { category: string }, id: string): string =>
  id === '' ? stream.category : `${stream.category}-${id}`;

/** Combines several decisions about one stream into one; each sees the events of the earlier ones. */
export const inOrder =
  <State, Event extends DomainEvent>(
    stream: StreamDefinition<State, Event>,
    decisions: readonly Decision<State, Event>[],
  ): Decision<State, Event> =>
  (state) => {
    const events: Event[] = [];
    let current = state;
    for (const decide of decisions)
      for (const event of decide(current)) {
        current = stream.evolve(current, event);
        events.push(event);
      }
    return events;
  };
