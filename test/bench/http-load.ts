import autocannon from 'autocannon';

export interface HttpRequest {
  method: 'GET' | 'POST';
  /** Path and query. */
  path: string;
  headers: Record<string, string>;
  body?: string;
}

export interface HttpLoad {
  origin: string;
  connections: number;
  /** Returns the next request. Requests may differ. */
  request: () => HttpRequest;
  /** The load ends after this many requests, or after `seconds`. */
  amount?: number;
  seconds?: number;
}

export interface HttpOutcome {
  /** Duration of each request, from the request's first byte to the answer's last. */
  milliseconds: number[];
  seconds: number;
}

/** The maximum duration of a load. */
const longestSeconds = 120;

/**
 * Sends requests over several connections, one at a time on each. Throws when any answer is not a success, because refusals are fast and
 * would distort the result.
 */
export async function httpLoad({ origin, connections, request, amount, seconds }: HttpLoad): Promise<HttpOutcome> {
  const milliseconds: number[] = [];
  const refused = new Map<number, number>();
  const began = performance.now();
  let ended = began;
  await new Promise<void>((resolve, reject) => {
    const run = autocannon(
      {
        url: origin,
        connections: amount === undefined ? connections : Math.min(connections, amount),
        ...(amount === undefined ? { duration: seconds ?? 1 } : { amount }),
        timeout: 60,
        // The interval, in milliseconds, at which the load generator checks for its end.
        sampleInt: 50,
        requests: [{ setupRequest: (defaults) => ({ ...defaults, ...request() }) }],
      },
      (error: Error | null, result) => {
        clearTimeout(limit);
        if (error) reject(error);
        else if (result.errors > 0) reject(new Error(`${result.errors} requests to ${origin} got no answer.`));
        else resolve();
      },
    );
    const limit = setTimeout(() => run.stop?.(), longestSeconds * 1000);
    // The load generator's own histogram counts whole milliseconds only.
    run.on('response', (_client, status, _bytes, ms) => {
      ended = performance.now();
      if (status >= 200 && status < 300) milliseconds.push(ms);
      else refused.set(status, (refused.get(status) ?? 0) + 1);
    });
  });
  if (refused.size > 0) {
    const counts = [...refused].map(([status, count]) => `${count} x ${status}`).join(', ');
    throw new Error(`Not every request was answered with success: ${counts}.`);
  }
  return { milliseconds, seconds: (ended - began) / 1000 };
}
