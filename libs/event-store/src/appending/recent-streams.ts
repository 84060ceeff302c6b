import type { DomainEvent, StreamDefinition } from '@superscope/domain/event';
import { ExpiringCache } from '../keys/expiring-cache.js';
import type { Position } from '../events/position.js';

/**
 * The state of a stream when this process last wrote to it. Other processes may have written since; only an append
 * shows that.
 */
export interface RecentStream<State> {
  readonly state: State;
  readonly revision: bigint;
  readonly position: Position;
  /** Ids of all commands that wrote to the stream. */
  readonly commands: ReadonlySet<string>;
  /** Size of its events' data as JSON. */
  readonly bytes: number;
}

/** Streams of people's commands are short. Streams of imports are longer and would fill the memory. */
export const maxRecentBytes = 4096;
export const mostRemembered = 10_000;
/** As long as a person's key is kept, so that fields erased by another process are not held longer. */
const lifeMs = 9 * 60_000;

/** The short streams to which this process wrote recently. They are bounded in number, size and time. */
export class RecentStreams {
  private readonly streams = new ExpiringCache<RecentStream<unknown>>(mostRemembered, lifeMs);

  /** Takes a stream out. Of concurrent commands on one stream, only the first avoids reading the stream. */
  take<State>(stream: string): RecentStream<State> | undefined {
    const recent = this.streams.get(stream);
    this.streams.delete(stream);
    return recent as RecentStream<State> | undefined;
  }

  /** Keeps the state after a command that appended `events`, of `bytes` in total, to the state `before`. */
  keep<State, Event extends DomainEvent>(
    stream: string,
    definition: StreamDefinition<State, Event>,
    before: Pick<RecentStream<State>, 'state' | 'commands' | 'bytes'>,
    events: readonly Event[],
    written: { commandId: string; revision: bigint; position: Position; bytes: number },
  ): void {
    const bytes = before.bytes + written.bytes;
    if (bytes > maxRecentBytes) return;
    // The events as they will be read, because JSON has no undefined fields.
    const stored = JSON.parse(JSON.stringify(events)) as Event[];
    const { commandId, revision, position } = written;
    const state = stored.reduce((known, event) => definition.evolve(known, event), before.state);
    const commands = new Set([...before.commands, commandId]);
    this.streams.set(stream, { state, revision, position, bytes, commands });
  }
}
