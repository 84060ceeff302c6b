/**
 * A write was refused because of events that the stream already holds. `stream-moved`: another command wrote first.
 * `command-reused`: the command's id was used before for something else.
 */
export class ConflictError extends Error {
  constructor(
    readonly code: 'stream-moved' | 'command-reused',
    readonly stream: string,
    message: string,
  ) {
    super(message);
    this.name = 'ConflictError';
  }
}

/** The event store could not be reached within the time limit of a write or read. Repeating the same command is safe. */
export class EventStoreUnavailableError extends Error {
  constructor(cause: unknown) {
    super('The event store cannot be reached.', { cause });
    this.name = 'EventStoreUnavailableError';
  }
}

/** The event store is full, and nothing of the append was written. The same append succeeds once there is room. */
export class EventStoreFullError extends Error {
  constructor(cause: unknown) {
    super('The event store has no room left.', { cause });
    this.name = 'EventStoreFullError';
  }
}

/** An event, or an append that must not be split, exceeds its size limit. */
export class TooLargeError extends Error {
  constructor(what: string, bytes: number, limit: number) {
    super(`${what} is ${bytes} bytes; ${limit} may be stored.`);
    this.name = 'TooLargeError';
  }
}

/** A stream that must be read for a decision holds an event that cannot be read. */
export class UndecodableEventError extends Error {
  constructor(stream: string, revision: bigint, reason: string) {
    super(`Event ${revision} of stream ${stream} cannot be read: ${reason}`);
    this.name = 'UndecodableEventError';
  }
}
