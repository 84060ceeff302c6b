import { setTimeout as delay } from 'node:timers/promises';
import {
  CancelledError,
  DeadlineExceededError,
  NotLeaderError,
  UnavailableError,
  UnknownError,
} from '@eventstore/db-client';
import { EventStoreUnavailableError } from './errors.js';

/** An append was not answered in time, because the server hangs or the client lost the answer. */
class NoAnswerError extends Error {
  constructor() {
    super('The event store did not answer in time.');
    this.name = 'NoAnswerError';
  }
}

// While the server is down the client rejects with gRPC's own errors rather than its UnavailableError:
// cancelled (1), deadline exceeded (4), internal (13: a stream reset when the server is killed), unavailable (14).
const passingCodes: readonly unknown[] = [1, 4, 13, 14];

/** The status code of gRPC's error or of the client's error around one; other libraries number their errors too. */
const grpcCode = (error: unknown): unknown =>
  error instanceof Error && ('details' in error || '_raw' in error) ? (error as { code?: unknown }).code : undefined;

/** The server's message in errors for which the client has no class. The client keeps the message and drops the code. */
const unnamed = (error: unknown): string => (error instanceof UnknownError ? error.message : '');

/**
 * Whether the event store refused an append for lack of space (gRPC's RESOURCE_EXHAUSTED). Waiting does not help
 * then.
 */
export const isFull = (error: unknown): boolean =>
  grpcCode(error) === 8 || /\b(disk|quota)\b.*\bfull\b|no space left/i.test(unnamed(error));

export const answerWithinMs = 10_000;

/**
 * Waits for the answer. Throws NoAnswerError after a timeout, because the client waits indefinitely if the server closes the connection
 * cleanly.
 */
export const answered = async <Result>(answer: Promise<Result>, withinMs = answerWithinMs): Promise<Result> => {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NoAnswerError()), withinMs);
  });
  try {
    return await Promise.race([answer, silence]);
  } finally {
    clearTimeout(timer);
  }
};

/** Whether a retry may help: the connection or the server failed, and not the request. */
export const isPassing = (error: unknown): boolean =>
  error instanceof UnavailableError ||
  error instanceof CancelledError ||
  error instanceof DeadlineExceededError ||
  error instanceof NotLeaderError ||
  error instanceof NoAnswerError ||
  /shutting down|too many appends/i.test(unnamed(error)) ||
  passingCodes.includes(grpcCode(error));

/** Whether the client must be replaced. It keeps a capability request that timed out, and then fails every append. */
export const isStuck = (error: unknown): boolean =>
  error instanceof DeadlineExceededError || error instanceof NoAnswerError || grpcCode(error) === 4;

export const backOffMs = (attempt: number): number => Math.min(1000, 25 * 2 ** attempt);

/** Runs `action` until it succeeds, for at most `withinMs`. Errors that a retry cannot mend are thrown unchanged. */
export const retrying = async <Result>(
  action: () => Promise<Result>,
  withinMs: number,
  onRetry: (error: unknown) => void = () => {},
): Promise<Result> => {
  const giveUpAt = performance.now() + withinMs;
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await action();
    } catch (error) {
      if (!isPassing(error)) throw error;
      if (performance.now() + backOffMs(attempt) > giveUpAt) throw new EventStoreUnavailableError(error);
      onRetry(error);
      await delay(backOffMs(attempt));
    }
  }
};
