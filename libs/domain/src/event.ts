import type { FieldShapes } from './shape.js';

/** One thing that happened. `type` is a storage format: names and shapes are added to, never renamed. */
export interface DomainEvent<Type extends string = string, Data = unknown> {
  readonly type: Type;
  readonly data: Data;
}

/** Fields that identify a person. The event store's codec encrypts every value with that person's key. */
export type Personal = Readonly<Record<string, string | null>>;

/** The fields of each event of a stream, as stored: personal ones in the clear, or the word that stands for erased ones. */
export type EventShapes<Event extends DomainEvent> = {
  readonly [Type in Event['type']]: FieldShapes<Extract<Event, { type: Type }>['data']>;
};

/** Turns an event's data of one schema version into the next one's. */
export type Upcast = (data: unknown) => unknown;

/**
 * One kind of stream: its category, the shapes of its events, how they fold, and whose personal fields they carry.
 * Stream names are `category-id`; `evolve` must accept every event ever stored and ignore what it does not know.
 */
export interface StreamDefinition<State, Event extends DomainEvent> {
  readonly category: string;
  readonly initial: State;
  readonly evolve: (state: State, event: Event) => State;
  readonly shapes: EventShapes<Event>;
  /** The id part of the stream of such an event, where its data names it: an event stored elsewhere is refused. */
  readonly idOf?: (data: Event['data']) => string;
  /**
   * Steps by event type, oldest first: step 0 makes version 2 of version 1, and so on. A type without steps is at version 1.
   * Stored names stay; a step only adds or re-reads what is in `data`.
   */
  readonly upcasters?: { readonly [Type in Event['type']]?: readonly Upcast[] };
  /** The person whose key encrypts `data.personal` of this event type. */
  readonly personOf?: { readonly [T in Event['type']]?: (data: Extract<Event, { type: T }>['data']) => string };
}

/** A pure decision: given what the stream says, which events follow. Throws RuleViolation when a rule forbids it. */
export type Decision<State, Event extends DomainEvent> = (state: State) => Event[];

export const streamName = (stream: { category: string }, id: string): string =>
  id === '' ? stream.category : `${stream.category}-${id}`;

/** Several decisions about one stream as one command: each sees what those before it decided. */
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
