import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect } from 'node:net';
import { Logger as NestLogger } from '@nestjs/common';
import { ChangeFollower } from '@superscope/api/changes/change-follower';
import { arrivalLimits } from '@superscope/api/platform/http/malformed-requests';
import fc from 'fast-check';
import type { Logger } from 'pino';
import { afterAll, beforeAll, describe as suite, expect, it } from 'vitest';
import { fuzzedRoles, FuzzPortal } from './fuzz-portal.js';
import { fuzzing, fuzzSeed } from './fuzz-settings.js';
import { nested } from './odd-values.js';
import { describe, send, type RawAnswer, type RawRequest } from './raw-http.js';
import { requestTo, type FuzzRequest } from './request-arbitraries.js';
import { shapeOf, type Route } from './routes.js';

let portal: FuzzPortal;
beforeAll(async () => {
  portal = await FuzzPortal.start();
});
afterAll(() => portal?.stop());

/** Nothing of these is anybody's business outside: stacks, statements, addresses of engines, keys. */
const inside =
  /\n\s+at |\.(ts|js|mjs):\d+|node_modules|DB::|Mongo[A-Z]\w*Error|ECONN|SELECT [\s\S]{0,2000} FROM |esdb:\/\/|mongodb:\/\/|sealedHash|argon2/;

/** Routes that answer 503 by design while an engine is away; here none is. */
const mayBeUnavailable: readonly string[] = [];

async function ask(request: FuzzRequest): Promise<RawAnswer> {
  const credential = request.role === null ? [] : [await portal.credentialOf(request.role)];
  // The first of two headers or cookies of a name counts: an odd one comes before the right one now and then.
  const answer = await send(portal.url, { ...request, headers: [...request.headers, ...credential] });
  // Who was signed out, by this request or by one that had no answer, signs in again.
  const ended = answer.status === 401 || answer.cookies.some((each) => each.startsWith('superscope='));
  if (request.role !== null && ended) portal.forget(request.role);
  if (answer.status === 429) await portal.forgiveGuessing();
  return answer;
}

function check(request: FuzzRequest, { status, headers, body, complete }: RawAnswer): void {
  const what = `${describe(request)}\nanswered ${status} ${body.slice(0, 500)}`;
  // A client that leaves before it has sent all may get no answer at all.
  if (status === 0 && request.announced !== undefined) return;
  if (status < 100 || !complete) throw new Error(`The answer broke off: ${what}`);
  if (status >= 500 && !mayBeUnavailable.includes(request.target)) throw new Error(`A failure: ${what}`);
  if (inside.test(body)) throw new Error(`The answer tells of the inside: ${what}`);
  if (status < 400 || body === '') return;
  if (!headers.get('content-type')?.startsWith('application/json')) throw new Error(`Not a problem in JSON: ${what}`);
  const problem = asJson(body);
  if (problem === null) throw new Error(`Not a problem in JSON: ${what}`);
  const sentence = problem['message'] ?? problem['error'];
  if (typeof sentence !== 'string' || sentence === '') throw new Error(`A problem without a sentence: ${what}`);
  if ('stack' in problem || 'code' in problem) throw new Error(`More than a problem says: ${what}`);
}

function asJson(text: string): Record<string, unknown> | null {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return null;
  }
}

/** Sends cases to routes side by side, so that the wait of one is not everybody's. */
async function fuzz(routes: readonly Route[], runs: number): Promise<void> {
  const waiting = [...routes];
  const failures: string[] = [];
  const worker = async () => {
    for (let route = waiting.shift(); route !== undefined; route = waiting.shift()) {
      const property = fc.asyncProperty(requestTo(route), async (request) => check(request, await ask(request)));
      const result = await fc.check(property, fuzzing<[FuzzRequest]>(runs, route.path));
      if (!result.failed) continue;
      failures.push(`${route.method} ${route.path} (FUZZ_SEED=${fuzzSeed}): ${String(result.errorInstance)}`);
    }
  };
  await Promise.all(Array.from({ length: 4 }, worker));
  expect([...failures, ...portal.wrong.splice(0)].join('\n\n')).toBe('');
}

const healthy = async () => {
  expect((await fetch(`${portal.url}/api/health`)).status).toBe(200);
  expect((await fetch(`${portal.url}/api/ready`)).status).toBe(200);
};

suite('the api, whatever it is sent', () => {
  it('is watched: an error that it logs in either way is noticed', () => {
    const { log } = portal.api.app.getHttpAdapter().getInstance() as unknown as { log: Logger };
    log.child({ of: 'a request' }).error('one');
    log.warn('expected');
    new NestLogger('Somewhere').error('two');
    expect(portal.wrong.splice(0)).toEqual([expect.stringContaining('"one"'), expect.stringContaining('two')]);
  });

  it('has an entry in its own documentation for every route', async () => {
    const { paths } = (await (await fetch(`${portal.url}/api/docs`)).json()) as { paths: Record<string, object> };
    const documented = Object.entries(paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${shapeOf(path)}`),
    );
    // HEAD comes with every GET, and pages are the web client's.
    const routed = portal.routes().filter(({ method, path }) => method !== 'HEAD' && path !== '/*');
    expect(routed.length).toBeGreaterThan(30);
    expect(routed.map(({ method, path }) => `${method} ${shapeOf(path)}`).sort()).toEqual(documented.sort());
  });

  it('answers, refuses in a sentence, and never fails', { timeout: 1_800_000 }, async () => {
    await fuzz(portal.routes(), 25);
    await healthy();
  });

  it('answers what is no route at all the same way', { timeout: 600_000 }, async () => {
    const nowhere: Route[] = ['/', '//:x', '/api/:x', '/cubejs-api/:x', '/:x/:y', '/assets/:x', '/actuator/:x'].flatMap(
      (path) => [
        { method: 'GET', path },
        { method: 'POST', path },
      ],
    );
    await fuzz(nowhere, 30);
    await healthy();
  });
});

suite('what is not a request of HTTP, or too much of one', () => {
  beforeAll(() => {
    for (const role of fuzzedRoles) portal.forget(role);
  });

  const answered = async (request: Partial<RawRequest>) => {
    const whole = { method: 'GET', target: '/api/health', headers: [], body: null, ...request };
    const { status, body } = await send(portal.url, whole);
    return { status, sentence: (JSON.parse(body) as { message?: unknown }).message };
  };

  it('is refused in a sentence', async () => {
    const sentence = expect.stringMatching(/\.$/) as string;
    expect(await answered({ headers: [['X-Long', 'x'.repeat(20_000)]] })).toEqual({ status: 431, sentence });
    expect(await answered({ headers: [['A header', 'x']] })).toEqual({ status: 400, sentence });
    expect(await answered({ method: '\u0000\u0001' })).toEqual({ status: 400, sentence });
    expect(await answered({ target: '/api/plan/%zz' })).toEqual({ status: 400, sentence });
    const long = `/api/plans/${'x'.repeat(101)}/close`;
    expect(await answered({ method: 'POST', target: long })).toEqual({ status: 414, sentence });
    const headers = [
      ['Content-Type', 'application/json'],
      ['X-Requested-By', 'superscope'],
    ] as const;
    const post = { method: 'POST', target: '/api/authentication', headers };
    const large = Buffer.from(JSON.stringify({ username: 'x'.repeat(1_100_000) }));
    expect(await answered({ ...post, body: large })).toMatchObject({ status: 413 });
    expect(await answered({ ...post, body: Buffer.from(nested(100_000)) })).toEqual({ status: 400, sentence });
  });

  it('is a page of the web client where it is no address of anything', async () => {
    for (const target of ['//', '///x', '/%2e%2e/%2e%2e/etc/passwd', '/?/../..', '/assets'])
      expect(await send(portal.url, { method: 'GET', target, headers: [], body: null })).toMatchObject({
        status: target === '/assets' ? 404 : 200,
        body: expect.stringMatching(/The client|nothing here/) as string,
      });
  });

  it('may not take for ever to arrive', () => {
    const server = portal.api.app.getHttpServer() as Server;
    expect(server.headersTimeout).toBe(arrivalLimits.headersTimeout);
    expect(server.requestTimeout).toBe(arrivalLimits.requestTimeout);
  });

  it('asks only for the head of an event stream', async () => {
    const headers = [['Cookie', await portal.cookieOf('Staff')]] as const;
    const { status, complete } = await send(portal.url, {
      method: 'HEAD',
      target: '/api/changes',
      headers,
      body: null,
    });
    expect([status, complete]).toEqual([200, true]);
  });

  it('keeps no changes for a browser that has gone before it was let in', async () => {
    const { port, hostname, host } = new URL(portal.url);
    for (let i = 0; i < 20; i += 1) {
      // A session that the api has not seen yet: it asks for it while the browser leaves.
      portal.forget('Staff');
      const cookie = await portal.cookieOf('Staff');
      const socket = connect(Number(port), hostname);
      await once(socket, 'connect');
      socket.end(`GET /api/changes HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\n\r\n`, () => socket.destroy());
      await once(socket, 'close');
      await healthy();
    }
    await expect.poll(() => portal.api.app.get(ChangeFollower).changes.observed).toBe(false);
  });

  it('lets go of a browser that asks for changes and never reads them', async () => {
    const { port, hostname, host } = new URL(portal.url);
    const cookie = await portal.cookieOf('Staff');
    const socket = connect(Number(port), hostname);
    socket.write(`GET /api/changes HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\n\r\n`);
    await once(socket, 'readable');
    const { changes } = portal.api.app.get(ChangeFollower);
    // What waits in the end is more than the system's own buffers take.
    const tell = () => {
      for (let i = 0; i < 20_000; i += 1)
        changes.next({ sequence: i, planId: `PF.${i}${'x'.repeat(500)}`, readModels: ['plans'], correlationIds: [] });
    };
    socket.on('error', () => undefined);
    expect(changes.observed).toBe(true);
    const telling = setInterval(tell, 150);
    await expect.poll(() => changes.observed, { timeout: 60_000 }).toBe(false);
    clearInterval(telling);
    socket.destroy();
  });

  it('never writes twice under a key that is none', async () => {
    const headers = [
      ['Cookie', await portal.cookieOf('Admin')],
      ['X-Requested-By', 'superscope'],
      ['Idempotency-Key', 'k'.repeat(201)],
    ] as const;
    const reopen = { method: 'POST', target: '/api/plans/PF.other/reopen', headers, body: null };
    expect(await send(portal.url, reopen)).toMatchObject({ status: 400 });
  });
});
