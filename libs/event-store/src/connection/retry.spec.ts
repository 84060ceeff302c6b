import {
  CancelledError,
  DeadlineExceededError,
  NotLeaderError,
  UnavailableError,
  UnknownError,
} from '@eventstore/db-client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EventStoreUnavailableError } from './errors.js';
import { answered, backOffMs, isFull, isPassing, isStuck, retrying } from './retry.js';

// gRPC's own error while the server is down, before the client can wrap it.
const grpcError = (code: number) => Object.assign(new Error('grpc'), { code, details: 'no connection established' });

const leader = { 'leader-endpoint-host': 'db2', 'leader-endpoint-port': '2113' };
const notLeader = new NotLeaderError({ metadata: { getMap: () => leader } } as never);

describe('trying again', () => {
  it.each([grpcError(14), grpcError(13), grpcError(4), new UnavailableError(), new CancelledError()])(
    'continues after a transient error: %s',
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

  it('stops at once for any other error, also for another library’s error with such a code', () => {
    expect(isPassing(new Error('rule'))).toBe(false);
    expect(isPassing(Object.assign(new Error('unauthorized'), { code: 13 }))).toBe(false);
    expect(isPassing(grpcError(7))).toBe(false);
  });

  it('does not resend a refused request', async () => {
    const refusal = new Error('rule');
    let sent = 0;
    const refused = retrying(
      () => {
        sent += 1;
        return Promise.reject(refusal);
      },
      5000,
      () => undefined,
    );
    await expect(refused).rejects.toBe(refusal);
    expect(sent).toBe(1);
  });

  it.each([
    new DeadlineExceededError(),
    notLeader,
    new UnknownError(undefined, 'Server is shutting down'),
    new UnknownError(undefined, 'Too many appends in progress'),
    grpcError(1),
  ])('is useful if the server stops, or is no longer the leader: %s', (error) => expect(isPassing(error)).toBe(true));

  it('is not useful for other unknown errors of the server', () =>
    expect(isPassing(new UnknownError(undefined, 'Invalid event'))).toBe(false));

  it('waits longer each time, up to a second', () => {
    expect([0, 1, 2, 5].map(backOffMs)).toEqual([25, 50, 100, 800]);
    expect([6, 20, 2000].map(backOffMs)).toEqual([1000, 1000, 1000]);
  });

  it('gives up after its limit and names what could not be reached', async () => {
    const failing = retrying(
      () => Promise.reject(grpcError(14)),
      60,
      () => undefined,
    );
    await expect(failing).rejects.toBeInstanceOf(EventStoreUnavailableError);
  });
});

describe('an event store with a full disk', () => {
  it.each([
    grpcError(8),
    new UnknownError(undefined, 'The disk is full'),
    new UnknownError(undefined, 'Disk quota of the volume is full.'),
    new UnknownError(undefined, 'write: No space left on device'),
  ])('is known by what it says: %s', (error) => expect(isFull(error)).toBe(true));

  it('is neither unavailable nor refusing', () => {
    expect(
      [grpcError(14), new UnknownError(undefined, 'Invalid event'), new Error('the disk is full')].some(isFull),
    ).toBe(false);
    // A short wait does not free the disk.
    expect(isPassing(grpcError(8))).toBe(false);
  });
});

describe('an answer', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is passed on, or its error', async () => {
    await expect(answered(Promise.resolve('done'))).resolves.toBe('done');
    const refusal = new Error('rule');
    await expect(answered(Promise.reject(refusal))).rejects.toBe(refusal);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('that takes ten seconds is given up, and requested again by another client', async () => {
    const given = answered(new Promise(() => undefined)).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(9_999);
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    const error = await given;
    expect(error).toMatchObject({ message: 'The event store did not answer in time.' });
    expect([isPassing(error), isStuck(error)]).toEqual([true, true]);
  });
});

it('a client is replaced if its own deadline passed, and kept if the server is only unavailable', () => {
  expect([new DeadlineExceededError(), grpcError(4)].every(isStuck)).toBe(true);
  expect([grpcError(14), new UnavailableError(), new CancelledError(), new Error('rule')].some(isStuck)).toBe(false);
});
