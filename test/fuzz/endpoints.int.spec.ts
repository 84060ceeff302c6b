import { once } from 'node:events';
import { connect } from 'node:net';
import { Logger as NestLogger } from '@nestjs/common';
import { ChangeFollower } from '@superscope/api/changes/change-follower';
import { arrivalLimits } from '@superscope/api/platform/http/malformed-requests';
import fc from 'fast-check';
import type { Logger } from 'pino';
import { afterAll, beforeAll, describe as suite, expect, it } from 'vitest';
import { fuzzedRoles, FuzzPortal } from './fuzz-portal.js';
import { fuzzing, fuzzSeed, isLong } from './fuzz-settings.js';
import { nested } from './odd-values.js';
import { describe, send, type RawAnswer, type RawRequest } from './raw-http.js';
import { requestTo, type FuzzRequest } from './request-arbitraries.js';
import { shapeOf, type Route } from './routes.js';

let portal: FuzzPortal;
beforeAll(async () => {
  portal = await FuzzPortal.start();
});
afterAll(() => portal?.stop());

/** Internals that no answer may contain: stacks, statements, addresses of engines, keys. */
const inside =
  /\n\s+at |\.(ts|js|mjs):\d+|node_modules|DB::|Mongo[A-Z]\w*Error|ECONN|SELECT [\s\S]{0,2000} FROM |esdb:\/\/|mongodb:\/\/|sealedHash|argon2/;

/** Routes that may answer 503 because an engine is down; here none is. */
const mayBeUnavailable: readonly string[] = [];

async function ask(request: FuzzRequest): Promise<RawAnswer> {
  const credential = request.role === null ? [] : await portal.credentialOf(request.role);
  // The first of two headers or cookies with a name counts, so an odd one may precede the credential.
  const answer = await send(portal.url, { ...request, headers: [...request.headers, ...credential] });
  // Signs in again if this request, or an unanswered one, ended the session.
  const ended = answer.status === 401 || answer.cookies.some((each) => each.startsWith('superscope='));
  if (request.role !== null && ended) portal.forget(request.role);
  if (answer.status === 429) await portal.forgiveGuessing();
  return answer;
}

function check(request: FuzzRequest, { status, headers, body, complete }: RawAnswer): void {
  const what = `${describe(request)}\nanswered ${status} ${body.slice(0, 500)}`;
  // A client that disconnects before sending the whole body may get no answer.
  if (status === 0 && request.announced !== undefined) return;
  if (status < 100 || !complete) throw new Error(`The answer broke off: ${what}`);
  if (status >= 500 && !mayBeUnavailable.includes(request.target)) throw new Error(`A failure: ${what}`);
  if (inside.test(body)) throw new Error(`The answer reveals internals: ${what}`);
  if (status < 400 || body === '') return;
  if (!headers.get('content-type')?.startsWith('application/json')) throw new Error(`Not a problem in JSON: ${what}`);
  const problem = asJson(body);
  if (problem === null) throw new Error(`Not a problem in JSON: ${what}`);
  const sentence = problem['message'] ?? problem['error'];
  if (typeof sentence !== 'string' || sentence === '') throw new Error(`A problem without a sentence: ${what}`);
  if ('stack' in problem || 'code' in problem) throw new Error(`A problem with undeclared fields: ${what}`);
}

function asJson(text: string): Record<string, unknown> | null {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return null;
  }
}

/** The number of cases of one route, before the long suite multiplies it by ten. */
const casesOfRoute = isLong ? 25 : 12;
/** Cases that name a position which is never reached wait two seconds for it. Other routes go on meanwhile. */
const routesAtOnce = 12;

/** Sends cases to routes concurrently, so that a slow one does not block the others. */
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
  await Promise.all(Array.from({ length: routesAtOnce }, worker));
  expect([...failures, ...portal.wrong.splice(0)].join('\n\n')).toBe('');
}

const healthy = async () => {
  expect((await fetch(`${portal.url}/api/health`)).status).toBe(200);
  expect((await fetch(`${portal.url}/api/ready`)).status).toBe(200);
};

suite('the api, for any request', () => {
  it('is monitored: errors logged in either way are noticed', () => {
    const { log } = portal.api.app.getHttpAdapter().getInstance() as unknown as { log: Logger };
    log.child({ of: 'a request' }).error('one');
    log.warn('expected');
    new NestLogger('Somewhere').error('two');
    expect(portal.wrong.splice(0)).toEqual([expect.stringContaining('"one"'), expect.stringContaining('two')]);
  });

  it('documents every route', async () => {
    const { paths } = (await (await fetch(`${portal.url}/api/docs`)).json()) as { paths: Record<string, object> };
    const documented = Object.entries(paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${shapeOf(path)}`),
    );
    // HEAD exists for every GET, and pages belong to the web client.
    const routed = portal.routes().filter(({ method, path }) => method !== 'HEAD' && path !== '/*');
    expect(routed.length).toBeGreaterThan(30);
    expect(routed.map(({ method, path }) => `${method} ${shapeOf(path)}`).sort()).toEqual(documented.sort());
  });

  it('answers or refuses with a sentence, and never fails', { timeout: 1_800_000 }, async () => {
    await fuzz(portal.routes(), casesOfRoute);
    await healthy();
  });

  it('answers unknown routes the same way', { timeout: 600_000 }, async () => {
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

suite('an invalid or excessive HTTP request', () => {
  beforeAll(() => {
    for (const role of fuzzedRoles) portal.forget(role);
  });

  const answered = async (request: Partial<RawRequest>) => {
    const whole = { method: 'GET', target: '/api/health', headers: [], body: null, ...request };
    const { status, body } = await send(portal.url, whole);
    return { status, sentence: (JSON.parse(body) as { message?: unknown }).message };
  };

  it('is refused with a sentence', async () => {
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

  it('gets the web client’s page for an unknown address', async () => {
    for (const target of ['//', '///x', '/%2e%2e/%2e%2e/etc/passwd', '/?/../..', '/assets'])
      expect(await send(portal.url, { method: 'GET', target, headers: [], body: null })).toMatchObject({
        status: target === '/assets' ? 404 : 200,
        body: expect.stringMatching(/The client|nothing here/) as string,
      });
  });

  it('must arrive within a time limit', () => {
    const server = portal.api.app.getHttpServer();
    expect(server.headersTimeout).toBe(arrivalLimits.headersTimeout);
    expect(server.requestTimeout).toBe(arrivalLimits.requestTimeout);
  });

  it('reads only the head of an event stream', async () => {
    const headers = [['Cookie', await portal.cookieOf('Staff')]] as const;
    const { status, complete } = await send(portal.url, {
      method: 'HEAD',
      target: '/api/changes',
      headers,
      body: null,
    });
    expect([status, complete]).toEqual([200, true]);
  });

  it('buffers no changes for a browser that disconnects before it is authenticated', async () => {
    const { port, hostname, host } = new URL(portal.url);
    for (let i = 0; i < 20; i += 1) {
      // An uncached session, which the api looks up while the browser disconnects.
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

  it('disconnects a browser that subscribes to changes and never reads them', async () => {
    const { port, hostname, host } = new URL(portal.url);
    const cookie = await portal.cookieOf('Staff');
    const socket = connect(Number(port), hostname);
    socket.write(`GET /api/changes HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\n\r\n`);
    await once(socket, 'readable');
    const { changes } = portal.api.app.get(ChangeFollower);
    // The pending data exceeds the system's buffers.
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

  it('never writes twice with an invalid key', async () => {
    const headers = [
      ['Cookie', await portal.cookieOf('Admin')],
      ['X-Requested-By', 'superscope'],
      ['Idempotency-Key', 'k'.repeat(201)],
    ] as const;
    const reopen = { method: 'POST', target: '/api/plans/PF.other/reopen', headers, body: null };
    expect(await send(portal.url, reopen)).toMatchObject({ status: 400 });
  });
});
