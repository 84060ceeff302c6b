import { streamName, type DomainEvent } from '@superscope/domain/event';
import type { EventStore, Written } from '@superscope/event-store/event-store';

interface Stream<State, Event> {
  category: string;
  initial: State;
  evolve: (state: State, event: Event) => State;
}

/**
 * An in-memory event store for specs of command handlers. It begins with the events of `streams`, by stream name, and collects new events
 * in `written`. The real store has its own suites.
 */
export function storeWith(streams: Record<string, readonly DomainEvent[]> = {}) {
  const written: [stream: string, event: DomainEvent][] = [];
  const eventsOf = (name: string): DomainEvent[] => [
    ...(streams[name] ?? []),
    ...written.filter(([stream]) => stream === name).map(([, event]) => event),
  ];
  const load = async <State>(stream: Stream<State, never>, id: string) => {
    const events = eventsOf(streamName(stream, id)) as never[];
    return { state: events.reduce(stream.evolve, stream.initial), revision: BigInt(events.length) - 1n };
  };
  const transact = async <State>(
    stream: Stream<State, never>,
    id: string,
    decision: (state: State) => DomainEvent[],
  ): Promise<Written> => {
    const name = streamName(stream, id);
    const events = decision((await load(stream, id)).state);
    written.push(...events.map((event): [string, DomainEvent] => [name, event]));
    const revision = BigInt(eventsOf(name).length) - 1n;
    return {
      stream: name,
      revision,
      position: { commit: revision, prepare: revision },
      events: events.length,
    };
  };
  return { store: { load, transact } as unknown as EventStore, written };
}
