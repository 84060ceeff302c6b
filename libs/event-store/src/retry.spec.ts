import { CancelledError, UnavailableError } from '@eventstore/db-client';
import { describe, expect, it } from 'vitest';
import { EventStoreUnavailableError } from './errors.js';
import { isPassing, retrying } from './retry.js';

// What gRPC itself throws while the server is down, before the client can wrap it.
const grpcError = (code: number) => Object.assign(new Error('grpc'), { code, details: 'no connection established' });

describe('trying again', () => {
  it.each([grpcError(14), grpcError(13), grpcError(4), new UnavailableError(), new CancelledError()])(
    'goes on after an error that may pass: %s',
    async (error) => {
      const outcomes = [error, error];
      const seen: unknown[] = [];
      const result = await retrying(
        async () => {
          const next = outcomes.pop();
          if (next) throw next;
          return 'done';
        },
        5000,
        (e) => seen.push(e),
      );
      expect(result).toBe('done');
      expect(seen).toEqual([error, error]);
    },
  );

  it('stops at once for anything else, also for errors of other libraries with such a number', () => {
    expect(isPassing(new Error('rule'))).toBe(false);
    expect(isPassing(Object.assign(new Error('unauthorized'), { code: 13 }))).toBe(false);
    expect(isPassing(grpcError(7))).toBe(false);
  });

  it('gives up in time and says what could not be reached', async () => {
    const failing = retrying(
      () => Promise.reject(grpcError(14)),
      60,
      () => undefined,
    );
    await expect(failing).rejects.toBeInstanceOf(EventStoreUnavailableError);
  });
});
