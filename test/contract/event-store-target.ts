import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { EventStoreDBClient, jsonEvent, type JSONEventType, type ReadableSubscription } from '@eventstore/db-client';

export const temporaryDir = () => mkdtempSync(join(tmpdir(), 'event-store-'));

/** A unique stream name, because the server may already hold events. */
export const freshStream = (category = 'contract') => `${category}-${randomUUID()}`;

export type Noted = JSONEventType<'Noted' | 'Struck', { n: number; text?: string }>;

export const noted = (n: number, text?: string) =>
  jsonEvent<Noted>({ type: 'Noted', data: text === undefined ? { n } : { n, text } });

export const notes = (count: number, from = 0) => Array.from({ length: count }, (_, index) => noted(from + index));

/**
 * The client sends appends over one shared call (batch), except an append with its own credentials, which gets its own call. An insecure
 * server does not receive them.
 */
export function credentialsOf(url: string): { username: string; password: string } {
  const match = /\/\/([^:]+):([^@]+)@/.exec(url);
  return { username: match?.[1] ?? 'admin', password: match?.[2] ?? 'changeit' };
}

export const connect = (url: string) => EventStoreDBClient.connectionString(url);

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}

/** The values `n` of the stream's events, in order. */
export async function numbersIn(client: EventStoreDBClient, stream: string): Promise<number[]> {
  const events = await collect(client.readStream<Noted>(stream));
  return events.map(({ event }) => event!.data.n);
}

export const failureOf = (promise: Promise<unknown>): Promise<Error & { type?: string; code?: number }> =>
  promise.then(
    () => Promise.reject(new Error('It should have failed.')),
    (error: Error) => error,
  );

/** Follows a subscription until `isEnough` holds, then unsubscribes. Fails with the subscription's error. */
export async function follow<E>(subscription: ReadableSubscription<E>, isEnough: (seen: E[]) => boolean): Promise<E[]> {
  const seen: E[] = [];
  for await (const event of subscription as AsyncIterable<E>) {
    seen.push(event);
    if (isEnough(seen)) break;
  }
  await subscription.unsubscribe();
  return seen;
}

/** Resolves at the subscription's next `caughtUp` or `confirmation`; fails with its error. */
export const once = (subscription: object, event: 'caughtUp' | 'confirmation' | 'error') =>
  new Promise<Error | undefined>((resolve, reject) => {
    const emitter = subscription as NodeJS.EventEmitter;
    emitter.once(event, resolve);
    if (event !== 'error') emitter.once('error', reject);
  });
