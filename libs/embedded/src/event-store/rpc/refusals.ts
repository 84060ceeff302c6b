import grpc from '@grpc/grpc-js';
import { LogUnavailable } from '../log/log-client.js';

/** A failed call as the client reads it: a gRPC status, and trailers that name the exception. */
export class Refusal extends Error {
  readonly metadata = new grpc.Metadata();

  constructor(
    readonly code: grpc.status,
    message: string,
    trailers: Record<string, string> = {},
  ) {
    super(message);
    for (const [name, value] of Object.entries(trailers)) this.metadata.set(name, value);
  }

  /** The message that grpc-js sends for a failed call. */
  get details(): string {
    return this.message;
  }
}

/** Largest append, as on a real server with default settings. */
export const MAX_APPEND_BYTES = 1024 * 1024;

const { status } = grpc;

export const appendTooLarge = () =>
  new Refusal(status.INVALID_ARGUMENT, `Maximum Append Size of ${MAX_APPEND_BYTES} Exceeded.`, {
    exception: 'maximum-append-size-exceeded',
    'maximum-append-size': String(MAX_APPEND_BYTES),
  });

export const missingProperty = (property: string) =>
  new Refusal(status.INVALID_ARGUMENT, `Required Metadata Property '${property}' is missing`, {
    exception: 'missing-required-metadata-property',
    'required-metadata-properties': 'type,content-type',
  });

export const notAuthenticated = () => new Refusal(status.UNAUTHENTICATED, 'The user name or the secret is wrong.');

export const noCredentials = () =>
  new Refusal(status.PERMISSION_DENIED, 'Access Denied', { exception: 'access-denied' });

export const badRequest = (message: string) => new Refusal(status.INVALID_ARGUMENT, message);

/** Refuses unimplemented features, because silently ignoring a retention rule would be worse than an error. */
export const notImplemented = (what: string) =>
  new Refusal(status.UNIMPLEMENTED, `The embedded event store does not implement ${what}.`);

export const deadlineExceeded = () => new Refusal(status.DEADLINE_EXCEEDED, 'Deadline exceeded; nothing was written.');

export const queueFull = () =>
  new Refusal(status.RESOURCE_EXHAUSTED, 'Too many appends are waiting for the disk; nothing was written, try again.');

export const notWritten = (isFull: boolean, message: string) =>
  isFull
    ? new Refusal(
        status.RESOURCE_EXHAUSTED,
        `The event store's disk or quota is full; nothing was written (${message}).`,
      )
    : new Refusal(status.INTERNAL, `The event store could not write; nothing was written (${message}).`);

export const shuttingDown = () => new Refusal(status.UNAVAILABLE, 'The event store is shutting down.');

export function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const { message } = error as Error;
  return new Refusal(error instanceof LogUnavailable ? status.UNAVAILABLE : status.INTERNAL, message);
}
