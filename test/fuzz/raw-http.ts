import { connect } from 'node:net';
import { performance } from 'node:perf_hooks';

/** A request as raw bytes, which no client library corrects. */
export interface RawRequest {
  method: string;
  /** Path and query, as sent. */
  target: string;
  headers: readonly (readonly [name: string, value: string])[];
  body: Buffer | null;
  /** A wrong content length; the client disconnects before sending the whole body. */
  announced?: number;
}

export interface RawAnswer {
  /** 0 if the connection ended without an answer. */
  status: number;
  headers: ReadonlyMap<string, string>;
  cookies: readonly string[];
  body: string;
  /** Whether the body is complete, or the answer is an event stream. */
  complete: boolean;
  milliseconds: number;
}

/** The longest time for any answer. The portal must refuse requests that it cannot answer in this time. */
const longestAnswerMilliseconds = 10_000;

const lineEnd = '\r\n';

const headOf = ({ method, target, headers, body, announced }: RawRequest, host: string): string => {
  const length = announced ?? body?.length;
  const all: (readonly [string, string])[] = [['Host', host], ['Connection', 'close'], ...headers];
  if (length !== undefined) all.push(['Content-Length', String(length)]);
  const lines = all.map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${target} HTTP/1.1`, ...lines, '', ''].join(lineEnd);
};

/** Sends a request and reads the whole answer, or the head of an event stream. Rejects when there is no answer in time. */
export function send(url: string, request: RawRequest): Promise<RawAnswer> {
  const { hostname, port, host } = new URL(url);
  const begin = performance.now();
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(port), hostname);
    const late = setTimeout(() => {
      socket.destroy();
      reject(new Error(`No whole answer within ${longestAnswerMilliseconds} ms: ${describe(request)}`));
    }, longestAnswerMilliseconds);
    const end = () => {
      clearTimeout(late);
      socket.destroy();
      resolve({ ...parse(Buffer.concat(chunks), request.method), milliseconds: performance.now() - begin });
    };
    socket.on('connect', () => {
      // Latin-1 sends bytes above 127 unchanged.
      socket.write(Buffer.from(headOf(request, host), 'latin1'));
      if (request.body !== null) socket.write(request.body);
      // Disconnects after an incomplete body.
      if (request.announced !== undefined && request.announced > (request.body?.length ?? 0)) socket.end();
    });
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      // The head may follow a 'Continue'.
      if (chunks.length < 4 && isEventStream(Buffer.concat(chunks))) end();
    });
    // The server may close the connection before it has read the whole request.
    socket.on('error', () => end());
    socket.on('close', () => end());
  });
}

const isEventStream = (begin: Buffer): boolean => /^content-type: text\/event-stream/im.test(begin.toString('latin1'));

function parse(all: Buffer, method: string): Omit<RawAnswer, 'milliseconds'> {
  // 'Continue' is not the final answer.
  const interim = /^HTTP\/1\.1 1\d\d [^\r]*\r\n\r\n/.exec(all.subarray(0, 100).toString('latin1'));
  const bytes = interim === null ? all : all.subarray(interim[0].length);
  const split = bytes.indexOf('\r\n\r\n');
  if (split === -1)
    return { status: 0, headers: new Map(), cookies: [], body: bytes.toString('utf8'), complete: false };
  const [first = '', ...lines] = bytes.subarray(0, split).toString('latin1').split(lineEnd);
  const headers = new Map<string, string>();
  const cookies: string[] = [];
  for (const line of lines) {
    const colon = line.indexOf(':');
    const [name, value] = [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    if (name === 'set-cookie') cookies.push(value);
    else headers.set(name, value);
  }
  const rest = bytes.subarray(split + 4);
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(first)?.[1] ?? 0);
  const stream = headers.get('content-type')?.startsWith('text/event-stream') ?? false;
  if (stream || method === 'HEAD' || status === 204 || status === 304)
    return { status, headers, cookies, body: '', complete: true };
  if (headers.get('transfer-encoding') !== 'chunked') {
    const length = Number(headers.get('content-length') ?? rest.length);
    const complete = rest.length >= length;
    return { status, headers, cookies, body: rest.subarray(0, length).toString('utf8'), complete };
  }
  return { status, headers, cookies, ...dechunked(rest) };
}

function dechunked(bytes: Buffer): { body: string; complete: boolean } {
  const parts: Buffer[] = [];
  let at = 0;
  for (;;) {
    const end = bytes.indexOf(lineEnd, at);
    if (end === -1) return { body: Buffer.concat(parts).toString('utf8'), complete: false };
    const length = Number.parseInt(bytes.subarray(at, end).toString('latin1'), 16);
    if (!(length > 0)) return { body: Buffer.concat(parts).toString('utf8'), complete: length === 0 };
    parts.push(bytes.subarray(end + 2, end + 2 + length));
    at = end + 4 + length;
  }
}

/** A request as one line, for error messages. */
export const describe = ({ method, target, headers, body }: RawRequest): string =>
  `${method} ${JSON.stringify(target.slice(0, 300))} ${JSON.stringify(headers).slice(0, 600)} ${
    body === null ? 'without a body' : JSON.stringify(body.subarray(0, 300).toString('latin1'))
  }`;
