/** One thing that happened. `type` is a storage format: names and shapes are added to, never renamed. */
export interface DomainEvent<Type extends string = string, Data = unknown> {
  readonly type: Type;
  readonly data: Data;
}

/** Fields that identify a person. The event store's codec encrypts every value with that person's key. */
export type Personal = Readonly<Record<string, string | null>>;

/**
 * What one stream is: its category, how its events fold, and whose personal fields they carry.
 * Stream names are `category-id`; `evolve` must accept every event ever stored and ignore what it does not know.
 */
export interface StreamDefinition<State, Event extends DomainEvent> {
  readonly category: string;
  readonly initial: State;
  readonly evolve: (state: State, event: Event) => State;
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
