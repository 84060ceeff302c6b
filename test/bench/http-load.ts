import autocannon from 'autocannon';

export interface HttpRequest {
  method: 'GET' | 'POST';
  /** From the origin on, query included. */
  path: string;
  headers: Record<string, string>;
  body?: string;
}

export interface HttpLoad {
  origin: string;
  connections: number;
  /** Asked for each request, so that each can be another one. */
  request: () => HttpRequest;
  /** Ends the load: after so many requests, or after so many seconds. */
  amount?: number;
  seconds?: number;
}

export interface HttpOutcome {
  /** One for each answer, from the request's first byte to the answer's last. */
  milliseconds: number[];
  seconds: number;
}

/** No load lasts longer, whatever it was asked for. */
const longestSeconds = 120;

/**
 * Sends requests from some connections at once, each waiting for its answer before it sends the next. Throws when any answer
 * is not a success: a refusal is fast, and would be counted as one.
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
        // It notices its end once in this time.
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
    // Its own histogram counts whole milliseconds only.
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
