import { readFileSync } from 'node:fs';
import { request as plainRequest, type IncomingMessage } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { json } from 'node:stream/consumers';
import { storeStatistics, type EventStoreAddress } from './event-store-url.js';

export interface EventStoreTold {
  /** Its clock, to the second. */
  date: Date | null;
  disks: { path: string; free: number; total: number }[];
}

/** Asks an event store for its statistics by HTTP, which the embedded one does not have. Rejects if it does not answer them. */
export async function askEventStore(address: EventStoreAddress, timeoutMs: number): Promise<EventStoreTold> {
  const { host, port, isTls, authorityFile, user, password } = address;
  const answer = await new Promise<Awaited<ReturnType<typeof answered>>>((resolve, reject) => {
    const asking = (isTls ? tlsRequest : plainRequest)(
      {
        host,
        port,
        path: '/stats',
        headers: { accept: 'application/json' },
        signal: AbortSignal.timeout(timeoutMs),
        ...(authorityFile !== null && { ca: readFileSync(authorityFile) }),
        // Never over plain HTTP, where others could read it.
        ...(isTls && user !== null && { auth: `${user}:${password ?? ''}` }),
      },
      (response) => void answered(response).then(resolve, reject),
    );
    asking.once('error', reject).end();
  });
  const found = storeStatistics.parse(answer.body);
  return {
    date: answer.date === undefined ? null : new Date(answer.date),
    disks: Object.entries(found.sys.drive).map(([path, { availableBytes, totalBytes }]) => ({
      path,
      free: availableBytes,
      total: totalBytes,
    })),
  };
}

async function answered(response: IncomingMessage): Promise<{ date?: string; body: unknown }> {
  const { date } = response.headers;
  if (response.statusCode !== 200) {
    response.resume();
    throw new Error(`It answered ${response.statusCode}.`);
  }
  return { ...(date !== undefined && { date }), body: await json(response) };
}
