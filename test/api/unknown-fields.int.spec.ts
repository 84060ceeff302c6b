import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { routesOf, type Route } from '../fuzz/routes.js';
import { startApi, type ApiClient } from '../harness/api-server.js';
import { startWithAccounts } from '../harness/demo-accounts.js';
import type { PortalEngines } from '../harness/portal-engines.js';
import { endpointsOf, filledWith, type ApiDescription, type DescribedEndpoint } from './odd-requests.js';

let engines: PortalEngines;
let api: Awaited<ReturnType<typeof startApi>>;
let admin: ApiClient;
beforeAll(async () => {
  engines = await startWithAccounts();
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
  filename: 'Resource.pdf',
  platformId: 'PF',
  revision: '0',
  watchId: uuid,
  workId: uuid,
  passkeyId: '0'.repeat(32),
  sha256: '0'.repeat(64),
  place: '1-1',
  providerId: 'PR1',
  documentId: uuid,
  mappingId: uuid,
  addressId: uuid,
  check: 'EngineDown',
};

/** Every route of the running server, with its parameters filled in. */
function endpoints(): Route[] {
  const server = api.app.getHttpAdapter().getInstance() as unknown as { printRoutes: (options: object) => string };
  return routesOf(server.printRoutes({ commonPrefix: false }))
    .filter(({ method, path }) => method !== 'HEAD' && path !== '/*')
    .map(({ method, path }) => ({
      method,
      // The router shows one name for a parameter that endpoints name differently.
      path: path.replace('/plan/:id', '/plan/:planId').replaceAll(/:(\w+)/g, (_, name: string) => ids[name] ?? 'PF.a'),
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
      // These endpoints take files or forms, or say first which platform or file they need.
      if (
        /\/(import|check|csv\/repairs|flyers|logo|assets|assets\/changes|asfa\/file|pcr\/upload|reports\/request|salesforce\/(exports|retry)|imports\/queue|imports\/delete|api\/documents|sync\/file)$/.test(
          path,
        )
      )
        continue;
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

describe('every endpoint that takes a body or parameters', () => {
  let described: ApiDescription;
  const everywhere = () =>
    endpointsOf(described).map(({ path, ...endpoint }) => ({
      ...endpoint,
      path: path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? 'PF.a'),
    }));
  /** Sends a value in every field, then in every parameter, and returns all sentences of the answers. */
  async function sentencesFor(value: unknown, { method, path, body, query }: DescribedEndpoint) {
    const said: string[] = [];
    const note = ({ status, body }: Awaited<ReturnType<ApiClient['request']>>) => {
      if (status < 400) return;
      const { errors = [] } = body as { errors?: { message: string }[] };
      said.push(String(body.message ?? body['error']), ...errors.map(({ message }) => message));
    };
    const held = admin.cookie;
    if (body !== null)
      for (const sent of [filledWith(value, body, described), value]) {
        note(await admin.request(path, { method, headers: json, body: JSON.stringify(sent) ?? '' }));
        admin.cookie = held;
      }
    for (const name of query) {
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      note(await admin.request(`${path}?${name}=${encodeURIComponent(text ?? '')}`, { method }));
      admin.cookie = held;
    }
    return said;
  }

  beforeAll(async () => {
    described = (await admin.request('/api/docs')).body as unknown as ApiDescription;
    // Whatever zod says itself, of a field without a sentence of its own.
    z.config({ localeError: () => 'A raw sentence' });
  });
  afterAll(() => z.config(z.locales.en()));

  it('takes an empty parameter for one that was not given', async () => {
    const other: unknown[] = [];
    let count = 0;
    for (const { method, path, query } of everywhere()) {
      // Answers that last, and those that need a parameter.
      if (method !== 'GET' || query.length === 0 || /\/(changes|live)$/.test(path)) continue;
      const without = await ask('GET', path);
      if (without.status >= 400) continue;
      for (const name of query) {
        count += 1;
        const { status, sentence } = await ask('GET', `${path}?${name}=`);
        if (status !== without.status) other.push({ path, name, status, sentence });
      }
    }
    expect(count).toBeGreaterThan(20);
    expect(other).toEqual([]);
  });

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['a number', -1.5],
    ['a text', 'x'],
    ['a long text', 'x'.repeat(5_000)],
    ['a list', [[]]],
    ['an object', { a: {} }],
  ])('refuses %s in its fields by a sentence of ours', { timeout: 120_000 }, async (_, value) => {
    const raw: unknown[] = [];
    let count = 0;
    for (const endpoint of everywhere())
      for (const sentence of await sentencesFor(value, endpoint)) {
        count += 1;
        if (rawSentences.test(sentence)) raw.push({ of: `${endpoint.method} ${endpoint.path}`, sentence });
      }
    expect(count).toBeGreaterThan(30);
    expect(raw).toEqual([]);
  });

  it.each([
    ['a control character', 'a\u0007b', /control character/],
    ['half of a character', 'a\ud83d', /control character/],
    ['a tax file number', 'TFN 123 456 782', /^Tax file numbers are never accepted/],
  ])('refuses %s in any text, and does not repeat it', { timeout: 120_000 }, async (_, value, sentence) => {
    const wrong: unknown[] = [];
    for (const endpoint of everywhere()) {
      // A parameter cannot hold half of a character.
      const asked = !value.includes('\ud83d') ? endpoint : { ...endpoint, query: [] };
      for (const said of await sentencesFor(value, asked))
        if (!sentence.test(said) && !said.startsWith('This request takes no body'))
          wrong.push({ of: `${endpoint.method} ${endpoint.path}`, said });
    }
    expect(wrong).toEqual([]);
  });

  it('refuses a body that cannot be read by a sentence of ours', async () => {
    const bodies: [type: string, body: string][] = [
      ['application/json', '{"a":'],
      ['application/json', 'NaN'],
      ['application/json', ''],
      ['application/json', '{"__proto__":{"a":1}}'],
      ['application/xml', '<a/>'],
      ['text/plain', 'text'],
      ['multipart/form-data', 'no boundary'],
      ['multipart/form-data; boundary=b', '--b\r\nbroken'],
    ];
    for (const { method, path, body } of everywhere().filter((each) => each.body !== null))
      for (const [type, text] of bodies) {
        const { status, body: answer } = await admin.request(path, {
          method,
          headers: { 'Content-Type': type },
          body: text,
        });
        const sentence = String(answer.message ?? answer['error']);
        expect([method, path, body === null, status < 500]).toEqual([method, path, false, true]);
        if (status >= 400) expect(sentence).not.toMatch(rawSentences);
      }
    const large = await admin.post('/api/authentication', { username: 'x'.repeat(1_100_000) });
    expect([large.status, large.body.message]).toEqual([413, 'The body is too large.']);
    const nowhere = await admin.request('/api/there-is-none');
    expect([nowhere.status, nowhere.body.message]).toEqual([404, 'There is nothing here.']);
  });

  it('takes line breaks in notes and news, and in no other text', async () => {
    const lines = 'First\nsecond';
    const notes = await admin.post('/api/members/events', {
      insuranceAdviceImplemented: { create: true, notes: lines },
    });
    expect(JSON.stringify(notes.body)).not.toContain('control character');
    const name = await admin.post('/api/authentication/register', { email: 'a@b.example', role: 'Staff', name: lines });
    expect([name.status, name.body.message]).toEqual([400, expect.stringContaining('a line break')]);
  });
});

/** What zod, Fastify, its parser of uploads, Nest and JSON.parse say themselves. */
const rawSentences =
  /raw sentence|Invalid input|Invalid option|expected .* received|Too (big|small)|Unrecognized key|Unexpected (token|end)|valid JSON|in JSON at|^Body |body size|Media Type|FST_|reach \w+ limit|Cannot [A-Z]+ \/|Bad Request|Multipart:|prototype/;

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
