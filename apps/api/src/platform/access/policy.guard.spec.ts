import type { ExecutionContext } from '@nestjs/common';
import type { Role } from '@superscope/domain/user/user.events';
import type { FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { nothing } from '../endpoint/answers.js';
import { endpoint, Endpoint } from '../endpoint/endpoint.js';
import { PolicyGuard } from './policy.guard.js';
import type { Principal } from './principal.js';

const made = { summary: '', answers: { 200: nothing } } as const;

class Endpoints {
  @Endpoint(endpoint('GET /news', { ...made, right: 'public' }))
  news() {}

  @Endpoint(endpoint('GET /figures', { ...made, right: 'portal.read' }))
  figures() {}

  @Endpoint(endpoint('GET /changes', { ...made, right: 'portal.read', polled: true }))
  changes() {}

  @Endpoint(endpoint('GET /metrics', { ...made, right: 'operations.read', monitored: true }))
  metrics() {}

  @Endpoint(endpoint('POST /question', { ...made, right: 'portal.read', onlyAsks: true }))
  question() {}

  @Endpoint(endpoint('POST /users', { ...made, right: 'users.manage' }))
  register() {}

  @Endpoint(endpoint('GET /plan', { ...made, right: 'portal.read', inDocuments: true }))
  plan() {}

  @Endpoint(endpoint('POST /load', { ...made, right: 'portal.read', onlyAsks: true, inDocuments: true }))
  load() {}

  @Endpoint(endpoint('POST /rename', { ...made, right: 'portal.read', inDocuments: true }))
  rename() {}

  @Endpoint(endpoint('POST /logout', { ...made, right: 'public' }))
  logout() {}

  /** Not an endpoint. */
  helper() {}
}

interface Request {
  role?: Role;
  /** The document whose token the request has. */
  document?: string;
  method?: string;
  headers?: Record<string, string>;
  address?: string;
}

const fromSuperscope = { 'x-requested-by': 'superscope' };

function setUp() {
  const seen: { attended: boolean }[] = [];
  let signedIn: Principal | null = null;
  const resolve = (_: FastifyRequest, attended: boolean) => {
    seen.push({ attended });
    return Promise.resolve(signedIn);
  };
  const guard = new PolicyGuard({ resolve } as never, { SUPERSCOPE_MONITORING_TOKEN: 'a-token-of-the-monitoring' });
  const ask = async (
    endpoint: () => void,
    { role, document, method = 'GET', headers = {}, address = '10.0.0.1' }: Request = {},
  ) => {
    const person = { userId: 'u1', username: 'u1', name: null, scope: { kind: 'all' } as const };
    signedIn = role === undefined ? null : { ...person, role, ...(document !== undefined && { document }) };
    const request = { method, headers, raw: { socket: { remoteAddress: address } } } as unknown as FastifyRequest;
    const context = { switchToHttp: () => ({ getRequest: () => request }), getHandler: () => endpoint };
    return { allowed: await guard.canActivate(context as unknown as ExecutionContext), request };
  };
  return { ask, seen };
}

const { figures, metrics, news, changes, question, register, plan, load, rename, logout, helper } = Endpoints.prototype;

describe('a request', () => {
  it('to a public endpoint is allowed for everybody, and has the user if one is signed in', async () => {
    const { ask } = setUp();
    expect(await ask(news)).toMatchObject({ allowed: true });
    const { allowed, request } = await ask(news, { role: 'BrowserClient' });
    expect(allowed).toBe(true);
    expect(request.principal).toMatchObject({ role: 'BrowserClient' });
  });

  it('to any other endpoint requires a signed-in user whose role has the right', async () => {
    const { ask } = setUp();
    await expect(ask(figures)).rejects.toMatchObject({ status: 401 });
    await expect(ask(figures, { role: 'DevOps' })).rejects.toMatchObject({ status: 403 });
    const { allowed, request } = await ask(figures, { role: 'CompanyRep' });
    expect(allowed).toBe(true);
    expect(request.principal).toMatchObject({ userId: 'u1', role: 'CompanyRep' });
  });

  it('for metrics requires the right, the monitoring token or a local connection, which open nothing else', async () => {
    const { ask } = setUp();
    const headers = { authorization: 'Bearer a-token-of-the-monitoring' };
    await expect(ask(metrics)).rejects.toMatchObject({ status: 401 });
    await expect(ask(metrics, { role: 'CompanyRep' })).rejects.toMatchObject({ status: 403 });
    for (const asked of [{ role: 'DevOps' as const }, { headers }, { address: '127.0.0.1' }])
      expect(await ask(metrics, asked)).toMatchObject({ allowed: true });
    for (const asked of [{ headers }, { address: '127.0.0.1' }])
      await expect(ask(figures, asked)).rejects.toMatchObject({ status: 401 });
  });

  it('to an endpoint that declares no rule is refused for every caller', async () => {
    await expect(setUp().ask(helper, { role: 'Admin' })).rejects.toMatchObject({ status: 403 });
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])(
    'that writes by %s requires the header of Superscope’s own client, which another site cannot send',
    async (method) => {
      const { ask, seen } = setUp();
      await expect(ask(register, { role: 'Admin', method })).rejects.toMatchObject({ status: 403 });
      const headers = { 'x-requested-by': 'another site' };
      await expect(ask(register, { role: 'Admin', method, headers })).rejects.toMatchObject({ status: 403 });
      expect(seen).toEqual([]);
      expect(await ask(register, { role: 'Admin', method, headers: fromSuperscope })).toMatchObject({ allowed: true });
      // The header alone gives no right.
      await expect(ask(register, { role: 'Staff', method, headers: fromSuperscope })).rejects.toMatchObject({
        status: 403,
      });
    },
  );

  it.each(['GET', 'HEAD', 'OPTIONS'])('that reads by %s does not require that header', async (method) =>
    expect(await setUp().ask(figures, { role: 'Staff', method })).toMatchObject({ allowed: true }),
  );

  it('that only queries by POST does not require it either', async () =>
    expect(await setUp().ask(question, { role: 'Staff', method: 'POST' })).toMatchObject({ allowed: true }));
});

describe('a sign that the user is present', () => {
  it.each([
    ['is a request by a person', figures, {}, true],
    ['is not the polling of an open page', changes, {}, false],
    ['is not a request of a page that nobody uses', figures, { 'x-unattended': 'true' }, false],
    ['is a request of a page that somebody uses again', figures, { 'x-unattended': 'false' }, true],
  ])('%s', async (_, endpoint, headers, attended) => {
    const { ask, seen } = setUp();
    await ask(endpoint, { role: 'Staff', headers });
    expect(seen).toEqual([{ attended }]);
  });
});

describe('the token of a document', () => {
  const role = 'CompanyRep';
  const document = 'pcmreport';

  it('reads the data of the pages of documents', async () => {
    const { ask } = setUp();
    expect(await ask(plan, { role, document })).toMatchObject({ allowed: true });
    expect(await ask(load, { role, document, method: 'POST' })).toMatchObject({ allowed: true });
    expect(await ask(news, { role, document })).toMatchObject({ allowed: true });
  });

  it('reads nothing else, even if its role may read it', async () => {
    const { ask } = setUp();
    expect(await ask(figures, { role })).toMatchObject({ allowed: true });
    for (const endpoint of [figures, changes])
      await expect(ask(endpoint, { role, document })).rejects.toThrow('This token is only valid for its one document.');
  });

  it('writes nothing, even if an endpoint is declared for documents or for everybody by mistake', async () => {
    const { ask } = setUp();
    const headers = fromSuperscope;
    expect(await ask(rename, { role, method: 'POST', headers })).toMatchObject({ allowed: true });
    for (const endpoint of [rename, logout, register])
      await expect(ask(endpoint, { role, document, method: 'POST', headers })).rejects.toThrow(
        'This token is only valid for its one document.',
      );
  });
});
