import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routesOf, type Route } from '../fuzz/routes.js';
import { startApi, type ApiClient } from '../harness/api-server.js';
import { PortalEngines } from '../harness/portal-engines.js';

let engines: PortalEngines;
let api: Awaited<ReturnType<typeof startApi>>;
let admin: ApiClient;
beforeAll(async () => {
  engines = await PortalEngines.start();
  api = await startApi(engines);
  admin = api.client();
  await admin.signIn('admin');
});
afterAll(async () => {
  await api.stop();
  await engines.stop();
});

const uuid = '0b8f6a3e-3f2b-4c62-9d6e-1f0a8a5b7c11';
/** Values of path parameters with a fixed format. */
const ids: Readonly<Record<string, string>> = {
  importId: uuid,
  tokenId: uuid,
  id: uuid,
  table: 'plans',
  file: 'Flyer.pdf',
  watchId: uuid,
  passkeyId: '0'.repeat(32),
  place: '1-1',
};

/** Every route of the running server, with its parameters filled in. */
function endpoints(): Route[] {
  const server = api.app.getHttpAdapter().getInstance() as unknown as { printRoutes: (options: object) => string };
  return routesOf(server.printRoutes({ commonPrefix: false }))
    .filter(({ method, path }) => method !== 'HEAD' && path !== '/*')
    .map(({ method, path }) => ({
      method,
      path: path.replaceAll(/:(\w+)/g, (_, name: string) => ids[name] ?? 'PF.a'),
    }));
}

const json = { 'Content-Type': 'application/json' };

/** Sends a request as an Admin, and signs in again after an endpoint that ends the session. */
async function ask(method: string, path: string, body?: object) {
  const held = admin.cookie;
  const answer = await admin.request(path, {
    method,
    ...(body === undefined ? {} : { headers: json, body: JSON.stringify(body) }),
  });
  admin.cookie = held;
  return { status: answer.status, sentence: String(answer.body.message ?? answer.body['error']) };
}

describe('every endpoint', () => {
  it('refuses an unknown query parameter by name', { timeout: 120_000 }, async () => {
    const all = endpoints();
    expect(all.length).toBeGreaterThan(35);
    const wrong: unknown[] = [];
    for (const { method, path } of all)
      for (const name of ['plamId', 'planId[$ne]', 'planId[]', 'name[a][b]', '__proto__', 'constructor'])
        for (const query of [`${encodeURIComponent(name)}=1`, `${name}=1`]) {
          const { status, sentence } = await ask(method, `${path}?${query}`);
          if (status !== 400 || !sentence.includes(`'${name}'`)) wrong.push({ method, path, query, status, sentence });
        }
    expect(wrong).toEqual([]);
  });

  it('refuses a duplicate parameter, and an unknown one among known ones', async () => {
    for (const { method, path } of endpoints().filter((each) => each.method === 'GET')) {
      const twice = await ask(method, `${path}?planId=PF.a&planId=PF.b`);
      expect(twice, path).toMatchObject({ status: 400, sentence: expect.stringContaining("'planId'") as string });
    }
    expect((await ask('GET', '/api/csv/plans/export?planId=PF.a&plamId=PF.a')).sentence).toContain("'plamId'");
    const query = encodeURIComponent('{"measures":["MemberSnapshot.countMembers"]}');
    for (const more of ['queryTyp=multi', 'query=%7B%7D']) {
      const { status, sentence } = await ask('GET', `/cubejs-api/v1/load?query=${query}&${more}`);
      expect([status, sentence]).toEqual([400, expect.stringContaining(`'${more.split('=')[0]}'`)]);
    }
  });

  it('refuses an unknown field of its body by name', async () => {
    const wrong: unknown[] = [];
    for (const { method, path } of endpoints().filter((each) => each.method !== 'GET')) {
      // These endpoints take files.
      if (/\/(import|flyers)$/.test(path)) continue;
      for (const name of ['plamId', 'planId[$ne]', '$where', 'constructor']) {
        const { status, sentence } = await ask(method, path, { [name]: 1 });
        if (status !== 400 || !sentence.includes(`'${name}'`)) wrong.push({ method, path, name, status, sentence });
      }
    }
    expect(wrong).toEqual([]);
  });

  it('accepts a body or a form only where it reads one', async () => {
    const reopen = '/api/plans/PF.a/reopen';
    expect((await ask('POST', reopen, [])).status).toBe(400);
    const form = new FormData();
    form.append('planId', 'PF.a');
    expect((await admin.request(reopen, { method: 'POST', body: form })).status).toBe(415);
    form.append('file', new Blob(['providerId,name\r\nP1,One'], { type: 'text/csv' }), 'p.csv');
    const upload = await admin.request('/api/csv/import', { method: 'POST', body: form });
    expect([upload.status, upload.body.message]).toEqual([400, "This request has no 'planId'."]);
  });
});

describe('nested fields of a body', () => {
  it('are checked as strictly, and an unknown one is named', async () => {
    const context = { kind: 'plan', id: 'PF.a', ids: ['PF.b'] };
    const { status, sentence } = await ask('POST', '/api/applications', { username: 'a-program', context });
    expect([status, sentence]).toEqual([400, "This request has no 'ids'."]);
  });

  it.each([
    [{ measures: ['MemberSnapshot.countMembers'], filter: [] }, "'filter'"],
    [
      { measures: ['MemberSnapshot.countMembers'], filters: [{ member: 'Member.gender', operator: 'set', value: 1 }] },
      "'value'",
    ],
    [{ measures: ['MemberSnapshot.countMembers'], filters: [{ and: [], or: [] }] }, "'and'"],
    [
      {
        measures: ['MemberSnapshot.countMembers'],
        filters: [
          { or: [{ member: 'Member.gender', operator: 'set' }], and: [{ member: 'Member.gender', operator: 'set' }] },
        ],
      },
      "'or'",
    ],
    [
      { timeDimensions: [{ dimension: 'MemberSnapshot.asAt', granularity: 'month', daterange: 'today' }] },
      "'daterange'",
    ],
  ])('are checked as strictly in a query: %j', async (query, named) => {
    for (const endpoint of ['load', 'subscribe', 'dry-run']) {
      const { status, sentence } = await ask('POST', `/cubejs-api/v1/${endpoint}`, { query });
      expect([status, sentence]).toEqual([400, expect.stringContaining(named)]);
    }
  });

  it('are accepted in a query as the cubejs client sends them', async () => {
    const query = { measures: ['MemberSnapshot.countMembers'], renewQuery: true, responseFormat: 'default' };
    const body = { query, queryType: 'multi', cache: 'must-revalidate' };
    expect((await ask('POST', '/cubejs-api/v1/load', body)).status).toBe(200);
  });
});
