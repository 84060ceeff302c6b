import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { createServer, request as requestTo, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import type {
  DocumentMappings,
  LibraryDocument,
  PublicMicrosite,
  SeenDocuments,
  SentDocument,
  SentList,
} from '@superscope/contracts/microsites';
import { DocumentFiles } from '@superscope/api/microsites/document-files';
import { cleanPdf } from '@superscope/api/platform/pdf/clean-pdf';
import { Worker } from '@superscope/api/work/worker';
import { EventStore } from '@superscope/event-store/event-store';
import { companyStream, deactivateCompany, recordCompany } from '@superscope/domain/company/company';
import { documentSyncStream } from '@superscope/domain/document-sync/document-sync';
import { micrositeDocumentStream, reviseDocument } from '@superscope/domain/microsite-document/microsite-document';
import { streamName, type AnyStream } from '@superscope/domain/event';
import { mapDocument, micrositeListStream } from '@superscope/domain/microsite-list/microsite-list';
import { platformStream, recordPlatform } from '@superscope/domain/platform/platform';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startApi, type ApiClient } from '../harness/api-server.js';
import { registerConsultant } from '../harness/consultant-account.js';
import { listeningHost } from '../harness/listening-host.js';
import { pdfOf } from '../harness/pdf-file.js';
import { PortalEngines } from '../harness/portal-engines.js';
import { byTest, SamplePlan } from '../harness/sample-plan.js';
import { caughtUp } from '../harness/set-aside.js';

const [plan, otherPlan] = ['TWR.P0001', 'LBE.P0009'];
const origin = 'https://super.example.com';
const flyer = `/api/plan/download/Guide.pdf?planId=${plan}`;

let engines: PortalEngines;
let api: Awaited<ReturnType<typeof startApi>>;
let projector: Awaited<ReturnType<PortalEngines['projector']>>;
let renderer: Awaited<ReturnType<typeof drawingNothing>>;
let admin: ApiClient;
let userId: string;
let token: string;
let tokenId: string;

/** Stands in for the renderer: every file is a few bytes. */
async function drawingNothing() {
  const made: string[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      made.push((JSON.parse(body) as { path: string }).path);
      response.writeHead(200, { 'Content-Type': 'application/pdf' }).end('%PDF-');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, made, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

beforeAll(async () => {
  engines = await PortalEngines.start();
  projector = await engines.projector();
  await projector.start();
  for (const planId of [plan, otherPlan]) await new SamplePlan(engines.store, engines.identity, planId).register(1);
  const platform = { platformId: 'TWR', name: 'Tallowood', providerId: 'TALLOWOOD' };
  await engines.store.transact(platformStream, 'TWR', recordPlatform(platform), byTest());
  renderer = await drawingNothing();
  api = await startApi(engines, {
    PRODUCTION_HOST: 'portal.example.com',
    RENDERER_URL: renderer.url,
    RENDERER_SECRET: 'a-secret-of-this-test-alone',
  });
  admin = api.client();
  await admin.signIn('admin');
  const body = { username: 'microsite', domain: 'super.example.com', contextId: 'TWR' };
  userId = String((await admin.post('/api/authentication/registerBrowserClient', body)).body['userId']);
  const issued = await admin.post(`/api/applications/${userId}/tokens`, { label: 'its pages' });
  [token, tokenId] = [String(issued.body['token']), String(issued.body['tokenId'])];
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(twoPages())], { type: 'application/pdf' }), 'Guide.pdf');
  expect((await admin.request(`/api/plan/${plan}/flyers`, { method: 'POST', body: form })).status).toBe(200);
  await vi.waitFor(async () => expect((await admin.request(flyer)).status).toBe(200), { timeout: 30_000 });
});
afterAll(async () => {
  await api.stop();
  renderer.server.close();
  await projector.stop();
  await engines.stop();
});

const ask = (path: string, headers: Record<string, string>) => {
  const client = api.client();
  client.authorization = `Bearer ${token}`;
  return client.request(path, { headers });
};

describe('a token of a browser client', () => {
  it('reads flyers for pages of its domain, which the browser hands to them', async () => {
    const answer = await ask(flyer, { Origin: origin });
    expect([answer.status, answer.headers.get('Access-Control-Allow-Origin')]).toEqual([200, origin]);
    expect(answer.headers.get('Vary')).toContain('Origin');
  });

  it('is refused for pages of another domain, and outside a page', async () => {
    expect((await ask(flyer, { Origin: 'https://evil.example' })).status).toBe(401);
    expect((await ask(flyer, {})).status).toBe(401);
  });

  it('is refused for pages without TLS, also of clients that were registered before, except on the visitor’s own machine', async () => {
    expect((await ask(flyer, { Origin: 'http://super.example.com' })).status).toBe(401);
    const register = (username: string, domain: string) =>
      admin.post('/api/authentication/registerBrowserClient', { username, domain, contextId: 'TWR' });
    const message = 'A microsite’s pages are opened over https; only this computer’s own may use http.';
    for (const domain of ['http://plain.example.com', 'http://10.1.2.3:8080/join'])
      expect(await register('plain', domain)).toMatchObject({
        status: 400,
        body: { errors: [{ field: 'domain', message }] },
      });
    const path = `/api/authentication/users/${userId}`;
    const revision = { name: null, contextId: 'TWR', domain: 'http://plain.example.com' };
    const revised = await admin.request(path, {
      method: 'PATCH',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(revision),
    });
    expect(revised).toMatchObject({ status: 400, body: { errors: [{ field: 'domain', message }] } });
    for (const [name, host] of Object.entries({ here: 'localhost:5173', v4: '127.0.0.1:5173', v6: '[::1]:5173' })) {
      const registered = await register(name, `http://${host}/page`);
      expect(registered.status).toBe(201);
      const issued = await admin.post(`/api/applications/${String(registered.body['userId'])}/tokens`, { label: 'x' });
      const client = api.client();
      client.authorization = `Bearer ${String(issued.body['token'])}`;
      expect((await client.request(flyer, { headers: { Origin: `http://${host}` } })).status).toBe(200);
    }
  });

  it('reads no plan of another platform, and nothing but flyers', async () => {
    const foreign = `/api/plan/download/Guide.pdf?planId=${otherPlan}`;
    expect((await ask(foreign, { Origin: origin })).status).toBe(403);
    for (const path of ['/api/plan?name=', '/api/plans', `/api/plan/${plan}`, '/api/authentication', '/api/news'])
      expect([path, (await ask(path, { Origin: origin })).status]).toEqual([path, 403]);
  });

  it('is asked for by a preflight, which only pages of a known domain pass', async () => {
    const preflight = (from: string) =>
      api
        .client()
        .request(flyer, { method: 'OPTIONS', headers: { Origin: from, 'Access-Control-Request-Method': 'GET' } });
    const known = await preflight(origin);
    expect([known.status, known.headers.get('Access-Control-Allow-Headers')]).toEqual([204, 'Authorization']);
    for (const stranger of ['https://evil.example', 'http://super.example.com'])
      expect((await preflight(stranger)).headers.get('Access-Control-Allow-Origin')).toBeNull();
  });

  it('is listed with its last use', async () => {
    await ask(flyer, { Origin: origin });
    const listed = (await admin.request('/api/applications')).body as unknown as Record<string, unknown>[];
    const program = listed.find((each) => each['userId'] === userId)!;
    expect(program).toMatchObject({ role: 'BrowserClient', domain: 'super.example.com', contextName: 'Tallowood' });
    const [only] = program['tokens'] as { tokenId: string; lastUse: { address: string; uses: number } }[];
    expect(only).toMatchObject({ tokenId, lastUse: { address: '127.0.0.1' } });
    expect(only!.lastUse.uses).toBeGreaterThan(0);
  });

  it('ends with its revocation', async () => {
    const path = `/api/applications/${userId}/tokens/${tokenId}`;
    expect((await admin.request(path, { method: 'DELETE' })).status).toBe(200);
    await expect.poll(async () => (await ask(flyer, { Origin: origin })).status, { timeout: 30_000 }).toBe(401);
  });
});

describe('a token of an application', () => {
  it('that is bound to addresses is refused from elsewhere', async () => {
    const { body } = await admin.post('/api/applications', { username: 'bound', context: { kind: 'allPlans' } });
    const issue = async (addresses: string[]) =>
      admin.post(`/api/applications/${String(body['userId'])}/tokens`, { label: 'bound', addresses });
    const statusOf = async (addresses: string[]) => {
      const client = api.client();
      client.authorization = String((await issue(addresses)).body['token']);
      return (await client.request(`/api/plan/${plan}`)).status;
    };
    expect(await statusOf(['127.0.0.0/8'])).toBe(200);
    expect(await statusOf(['10.0.0.0/8', '192.168.1.1'])).toBe(401);
    expect((await issue(['somewhere'])).body.message).toBe('An address is like 10.1.2.3, a network like 10.1.2.0/24.');
  });
});

/** A PDF of two pages with a line of text each. */
const twoPages = () => pdfOf([[{ x: 50, y: 700, text: 'Fees' }], [{ x: 50, y: 700, text: 'from July' }]]);
/** What is kept of an uploaded PDF. */
const cleaned = async (file: Buffer) => (await cleanPdf('a.pdf', file, new AbortController().signal)).bytes;

describe('documents of microsites', () => {
  const companyId = `${plan}-E1`;
  const second = `${plan}-E2`;
  const after = ({ body }: { body: Record<string, unknown> }) => ({
    'X-After': `${String(body['stream'])}@${String(body['position'])}`,
  });
  const info = {
    companyId,
    type: 'Info',
    title: 'Kestrel seminar',
    description: 'Geelong',
    url: 'https://fund.example/s',
  };
  const save = (document: object, file: Uint8Array | null = null, client = admin, name = 'Fees.pdf') => {
    const form = new FormData();
    form.append('document', JSON.stringify(document));
    if (file !== null) form.append('file', new Blob([new Uint8Array(file)], { type: 'application/pdf' }), name);
    return client.request('/api/documents', { method: 'POST', body: form });
  };
  const send = (method: string, path: string, body?: object, client = admin) =>
    client.request(path, {
      method,
      ...(body && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
    });
  const read = async <T>(path: string, written?: { body: Record<string, unknown> }) =>
    (await admin.request(path, written && { headers: after(written) })).body as unknown as T;
  const map = (documentId: unknown, more: object = {}) =>
    admin.post('/api/documents/mappings', { companyId, documentId, ...more });
  const microsite = (headers: Record<string, string> = {}) =>
    ask(`/api/companies/${companyId}/microsite`, { Origin: origin, ...headers });

  let staff: ApiClient;
  let fees: Awaited<ReturnType<typeof save>>;
  beforeAll(async () => {
    staff = api.client();
    await staff.signIn('staff');
    token = String((await admin.post(`/api/applications/${userId}/tokens`, { label: 'its new pages' })).body['token']);
    const details = { companyId: second, planId: plan, name: 'Second employer' };
    await engines.store.transact(companyStream, second, recordCompany(details), byTest());
    fees = await save({ platformId: 'TWR', type: 'Info', title: 'Fees from July 2026' }, twoPages());
  });

  it.each([
    'PDS 01.07.2026.pdf',
    'Guide v1.2.pdf',
    'Members’ guide.pdf',
    'Guide, part 2.pdf',
    'Guide – 2026.pdf',
    'Übersicht.pdf',
  ])('keep the name of the file, also when they are downloaded: %s', async (name) => {
    const saved = await save({ platformId: 'TWR', type: 'Info', title: 'Named' }, twoPages(), admin, name);
    expect([saved.status, saved.body['message']]).toEqual([200, undefined]);
    const path = `/api/documents/${String(saved.body['documentId'])}`;
    const { headers } = await admin.request(path, { headers: after(saved) });
    expect(headers.get('content-disposition')).toContain(`filename*=UTF-8''${encodeURIComponent(name)}`);
    const deleted = await send('DELETE', path);
    expect(deleted.status).toBe(200);
    // The next tests list what there is.
    await read('/api/documents', deleted);
  });

  it('are no files that end otherwise, or hold something else', async () => {
    const details = { platformId: 'TWR', type: 'Info', title: 'Named' };
    const other = await save(details, twoPages(), admin, 'guide.pdf.exe');
    expect([other.status, other.body['message']]).toEqual([400, 'The file’s name does not end with .pdf.']);
    const text = await save(details, Buffer.from('no PDF'), admin, 'text.pdf');
    expect([text.status, text.body['message']]).toEqual([400, 'The file is not a PDF.']);
  });

  it('are PDFs whose pages and size are read from the file, or addresses', async () => {
    expect([fees.status, fees.body.message]).toEqual([200, undefined]);
    const listed = await read<LibraryDocument[]>(`/api/documents?companyId=${companyId}`, fees);
    expect(listed).toMatchObject([
      {
        title: 'Fees from July 2026',
        isFor: 'Tallowood',
        filename: 'Fees.pdf',
        file: true,
        pages: 2,
        size: (await cleaned(twoPages())).length,
        mapped: 0,
        mayChange: true,
      },
    ]);
    const linked = await save(info, null, staff);
    expect(linked.status).toBe(200);
    await read('/api/documents', linked);
    const deleted = await send('DELETE', `/api/documents/${String(linked.body['documentId'])}`, undefined, staff);
    expect(deleted.status).toBe(200);
    expect(await read<LibraryDocument[]>('/api/documents', deleted)).toHaveLength(1);
  });

  it('are refused by the rules and in the words of the specification', async () => {
    const said = async (document: object, file: Uint8Array | null = null) => {
      const { status, body } = await save(document, file);
      return [status, body.message];
    };
    const { type: _, ...untyped } = info;
    expect(await said(untyped)).toEqual([400, 'Type is required']);
    expect(await said({ ...info, title: ' ' })).toEqual([400, 'Title is required']);
    expect(await said({ ...info, title: 'x'.repeat(101) })).toEqual([400, 'At most 100 characters']);
    expect(await said({ ...info, description: 'x'.repeat(256) })).toEqual([400, 'At most 255 characters']);
    expect(await said({ ...info, url: null })).toEqual([400, 'Url is required']);
    expect(await said({ ...info, url: 'javascript:alert(1)' })).toEqual([
      400,
      'An address begins with https:// or http://.',
    ]);
    expect(await said({ ...info, colour: 'red' })).toEqual([400, "This request has no 'colour'."]);
    expect(await said({ ...info, url: null }, Buffer.from('MZ'))).toEqual([400, 'The file is not a PDF.']);
    expect(await said({ ...info, url: null }, pdfOf([[]], { isLocked: true }))).toEqual([
      400,
      '‘Fees.pdf’ was refused. It is encrypted. Save it without a password and try again.',
    ]);
    expect((await admin.post('/api/documents', info)).status).toBe(415);
    expect((await save({ ...info, companyId: 'TWR.none' })).status).toBe(404);
  });

  it('are added once, however often a request is sent with the same key', async () => {
    const headers = { 'Idempotency-Key': randomUUID() };
    const sent = (title: string) => {
      const form = new FormData();
      form.append('document', JSON.stringify({ ...info, title }));
      return admin.request('/api/documents', { method: 'POST', body: form, headers });
    };
    const added = await sent('Once');
    const { documentId } = added.body;
    expect(await sent('Once')).toMatchObject({ status: 200, body: { documentId } });
    // As a part that says that it is JSON.
    const typed = new FormData();
    typed.append('document', new Blob([JSON.stringify({ ...info, title: 'Once' })], { type: 'application/json' }));
    expect(await admin.request('/api/documents', { method: 'POST', body: typed, headers })).toMatchObject({
      status: 200,
      body: { documentId },
    });
    expect((await sent('Twice')).status).toBe(409);
    await read('/api/documents', added);
    expect((await send('DELETE', `/api/documents/${String(documentId)}`)).status).toBe(200);
  });

  it('stand in an employer’s list once, each at a sequence of its own, and are deleted only when mapped nowhere', async () => {
    const { documentId } = fees.body;
    const mapped = await map(documentId);
    expect(mapped.status).toBe(200);
    const list = await read<DocumentMappings>(`/api/documents/mappings?companyId=${companyId}`, mapped);
    expect(list.mappings).toEqual([{ id: mapped.body['mappingId'], companyId, documentId, sequence: 1 }]);
    const again = await map(documentId);
    expect([again.status, again.body.message]).toEqual([409, 'This employer has this document already.']);
    const other = await save(info);
    await read('/api/documents', other);
    const otherId = other.body['documentId'];
    const conflict = await map(otherId, { sequence: 1 });
    expect([conflict.status, conflict.body.message]).toEqual([409, 'Conflicts with another Sequence']);
    const behind = await map(otherId);
    const moved = await map(otherId, { mappingId: behind.body['mappingId'], sequence: 1 });
    expect([moved.status, moved.body.message]).toEqual([409, 'Conflicts with another Sequence']);
    const foreign = await admin.post('/api/documents/mappings', { companyId: second, documentId: otherId });
    expect([foreign.status, foreign.body.message]).toEqual([400, 'This document is not for Second employer.']);
    await read('/api/documents', behind);
    const used = await send('DELETE', `/api/documents/${String(documentId)}`);
    expect([used.status, used.body.message]).toEqual([
      409,
      'It is mapped to 1 employer. Only a document that is mapped to none can be deleted.',
    ]);
  });

  it('are put in another order by somebody who has seen the newest list, who else is told who changed it', async () => {
    const { mappings, lists } = await read<DocumentMappings>(`/api/documents/mappings?companyId=${companyId}`);
    const { changes } = lists[0]!;
    const mappingIds = mappings.map(({ id }) => id).reverse();
    const ordered = await send('PATCH', '/api/documents/mappings', { companyId, mappingIds, changes }, staff);
    expect(ordered.status).toBe(200);
    const now = await read<DocumentMappings>(`/api/documents/mappings?companyId=${companyId}`, ordered);
    expect(now.mappings.map(({ id, sequence }) => [id, sequence])).toEqual(mappingIds.map((id, at) => [id, at + 1]));
    const late = await send('PATCH', '/api/documents/mappings', { companyId, mappingIds, changes });
    expect([late.status, late.body.message]).toEqual([
      409,
      expect.stringMatching(/^.+ changed this list at \d\d:\d\d\. Yours was not saved: see theirs and move again\.$/),
    ]);
  });

  it('are mapped to all employers of the plan who do not have them', async () => {
    const mapped = await admin.post('/api/documents/mappings/plan', {
      planId: plan,
      documentId: fees.body['documentId'],
    });
    expect([mapped.status, mapped.body['added']]).toEqual([200, 1]);
    const { lists, mappings } = await read<DocumentMappings>(`/api/documents/mappings?planId=${plan}`, mapped);
    expect(lists.map(({ companyName }) => companyName)).toContain('Second employer');
    expect(mappings.filter(({ companyId: of }) => of === second)).toMatchObject([{ sequence: 1 }]);
  });

  it('are seen as they stood at the end of a past day, by the recorded events', async () => {
    const seen = await read<SeenDocuments>(`/api/documents/seen?companyId=${companyId}`);
    expect(seen.documents.map(({ title }) => title)).toEqual(['Kestrel seminar', 'Fees from July 2026']);
    expect(seen).toMatchObject({ since: null, revision: 2 });
    const before = await read<SeenDocuments>(`/api/documents/seen?companyId=${companyId}&on=2026-01-01`);
    expect(before).toMatchObject({ documents: [], revision: -1, since: { added: 2, removed: 0, moved: 0 } });
  });

  it('are read by a microsite with an ETag of the list’s revision, until something changes or its cache is cleared', async () => {
    const first = await microsite();
    const { documents, flyers, planSummary } = first.body as unknown as PublicMicrosite;
    expect(documents.map(({ title, isPdf }) => [title, isPdf])).toEqual([
      ['Kestrel seminar', false],
      ['Fees from July 2026', true],
    ]);
    expect([flyers.map(({ name }) => name), planSummary]).toEqual([['New Employee Flyer', 'Guide'], null]);
    const etag = first.headers.get('ETag')!;
    expect(etag).toMatch(/^"2-/);
    expect(first.headers.get('Access-Control-Allow-Origin')).toBe(origin);
    expect((await microsite({ 'If-None-Match': etag })).status).toBe(304);
    const cleared = await send(
      'DELETE',
      `/api/companies/microsite/cacheEvict?companyId=${companyId}`,
      undefined,
      staff,
    );
    expect(cleared.body).toEqual({ message: 'Microsite Cache Refreshed', employers: 1 });
    await expect.poll(async () => (await microsite({ 'If-None-Match': etag })).status, { timeout: 30_000 }).toBe(200);
    expect((await microsite()).headers.get('ETag')).toMatch(/^"3-/);
    const all = await send('DELETE', '/api/companies/microsite/cacheEvict');
    expect(all.body).toEqual({ message: 'Microsite Cache Refreshed', employers: 2 });
  });

  it('get another place only from somebody who has seen where it stands', async () => {
    const { mappings, lists } = await read<DocumentMappings>(`/api/documents/mappings?companyId=${companyId}`);
    const [{ id: mappingId, documentId, sequence }, { revision }] = [mappings[0]!, lists[0]!];
    const place = (to: number, more: object = {}) => map(documentId, { mappingId, sequence: to, ...more });
    expect((await place(77, { revision })).status).toBe(200);
    const late = await place(78, { revision });
    expect([late.status, late.body['changes']]).toEqual([
      409,
      [expect.objectContaining({ fields: [{ field: 'Sequence', was: String(sequence), is: '77' }] })],
    ]);
    const back = await place(sequence, { revision: late.body['revision'] });
    expect(back.status).toBe(200);
    await read('/api/documents', back);
  });

  it('are files that never change under their digest, for microsites only those of their employers', async () => {
    const [document] = (await read<LibraryDocument[]>('/api/documents')).filter(({ file }) => file);
    const path = `/api/documents/${document!.documentId}`;
    const kept = await ask(`${path}?digest=${document!.digest}`, { Origin: origin });
    expect([kept.status, kept.headers.get('Cache-Control')]).toEqual([200, 'private, max-age=31536000, immutable']);
    expect(kept.headers.get('Content-Type')).toBe('application/pdf');
    const named = await ask(path, { Origin: origin });
    expect([named.status, named.headers.get('Cache-Control')]).toEqual([200, 'private, no-cache']);
    const known = await ask(path, { Origin: origin, 'If-None-Match': named.headers.get('ETag')! });
    expect(known.status).toBe(304);
    expect((await ask(`${path}?digest=${'0'.repeat(64)}`, { Origin: origin })).status).toBe(404);
    const unmapped = await save({ platformId: 'TWR', type: 'Form', title: 'Nobody has it' }, twoPages());
    await read('/api/documents', unmapped);
    expect((await ask(`/api/documents/${String(unmapped.body['documentId'])}`, { Origin: origin })).status).toBe(404);
    for (const staffOnly of ['/api/documents', '/api/documents/mappings', `/api/documents/seen?companyId=${companyId}`])
      expect([staffOnly, (await ask(staffOnly, { Origin: origin })).status]).toEqual([staffOnly, 403]);
  });

  it('are no longer shown to an employer for whom they no longer are', async () => {
    const kestrel = { platformId: 'TWR', type: 'Form', title: 'For Kestrel' } as const;
    const saved = await save(kestrel, twoPages());
    await read('/api/documents', saved);
    const documentId = String(saved.body['documentId']);
    const mapped = await map(documentId, { companyId: second });
    await read('/api/documents/mappings', mapped);
    const shown = async () => {
      const { body } = await ask(`/api/companies/${second}/microsite`, { Origin: origin });
      return (body as unknown as PublicMicrosite).documents.map(({ title }) => title);
    };
    const statusOf = async () => (await ask(`/api/documents/${documentId}`, { Origin: origin })).status;
    expect([await shown(), await statusOf()]).toEqual([['Fees from July 2026', 'For Kestrel'], 200]);
    const narrowed = { ...kestrel, planId: plan, companyId, description: null, url: null, file: null };
    await engines.store.transact(micrositeDocumentStream, documentId, reviseDocument(documentId, narrowed), byTest());
    await expect.poll(shown, { timeout: 30_000 }).toEqual(['Fees from July 2026']);
    expect(await statusOf()).toBe(404);
  });

  it('are mapped to the other employers of the plan also if one has no place for them, which is told', async () => {
    const first = await save({ platformId: 'TWR', type: 'Form', title: 'Last' }, twoPages());
    await read('/api/documents', first);
    const last = await map(first.body['documentId'], { companyId: second, sequence: 999_999 });
    const next = await save({ platformId: 'TWR', type: 'Form', title: 'Behind it' }, twoPages());
    await read('/api/documents', next);
    const { documentId } = next.body;
    const answer = await admin.post('/api/documents/mappings/plan', { planId: plan, documentId });
    expect(answer).toMatchObject({
      status: 200,
      body: { added: 1, leftOut: [{ companyName: 'Second employer', reason: 'Sequence must be at most 999,999' }] },
    });
    const { mappings } = await read<DocumentMappings>(`/api/documents/mappings?companyId=${companyId}`, answer);
    for (const id of [mappings.find((each) => each.documentId === documentId)!.id, last.body['mappingId']])
      expect((await send('DELETE', `/api/documents/mappings/${String(id)}`)).status).toBe(200);
  });

  it('are neither deleted while a mapping of theirs has yet to be seen, nor mapped once they are deleted', async () => {
    const added = await save({ ...info, title: 'Short-lived' });
    await read('/api/documents', added);
    const documentId = String(added.body['documentId']);
    const mapped = await map(documentId);
    expect((await send('DELETE', `/api/documents/${documentId}`)).status).toBe(409);
    await read('/api/documents/mappings', mapped);
    const unmapped = await send('DELETE', `/api/documents/mappings/${String(mapped.body['mappingId'])}`);
    await read('/api/documents/mappings', unmapped);
    expect((await send('DELETE', `/api/documents/${documentId}`)).status).toBe(200);
    expect((await map(documentId)).status).toBe(404);
    const { state } = await engines.store.load(micrositeListStream, companyId);
    expect(state.mappings.map((each) => each.documentId)).not.toContain(documentId);
  });

  it('for everybody are deleted with one reading of each employer’s list, also of one that got them meanwhile', async () => {
    const added = await save({ type: 'Info', title: 'For a moment', url: 'https://fund.example/m' });
    const documentId = String(added.body['documentId']);
    await read('/api/documents', added);
    const store = api.app.get(EventStore);
    const load = store.load.bind(store) as (...args: unknown[]) => Promise<unknown>;
    const reads: string[] = [];
    let mapped: Promise<unknown> | null = null;
    const loading = vi.spyOn(store, 'load').mockImplementation((async (...args: unknown[]) => {
      const [{ category }, id] = args as [AnyStream, string];
      const found = await load(...args);
      if (category === 'micrositeList') {
        reads.push(id);
        // After its list was read.
        if (id === second)
          mapped ??= store.transact(
            micrositeListStream,
            second,
            mapDocument(second, { mappingId: randomUUID(), documentId }),
            byTest(),
          );
        await mapped;
      }
      return found;
    }) as never);
    const deleted = await send('DELETE', `/api/documents/${documentId}`);
    loading.mockRestore();
    expect(deleted.status).toBe(200);
    expect(reads).toEqual([...new Set(reads)]);
    expect(reads).toEqual(expect.arrayContaining([companyId, second]));
    const { state } = await engines.store.load(micrositeListStream, second);
    expect(state.mappings.map((each) => each.documentId)).not.toContain(documentId);
  });

  it('stand beside the New Employee Flyer, which a microsite has made once and then by its ETag', async () => {
    const listed = async () => ((await microsite()).body as unknown as PublicMicrosite).flyers;
    const href = `/api/companies/${companyId}/newFlyer`;
    expect(await listed()).toContainEqual({ name: 'New Employee Flyer', href });
    const first = await ask(href, { Origin: origin });
    expect([first.status, first.headers.get('access-control-allow-origin')]).toEqual([200, origin]);
    const etag = first.headers.get('etag')!;
    expect((await ask(href, { Origin: origin })).headers.get('etag')).toBe(etag);
    expect((await ask(href, { Origin: origin, 'If-None-Match': etag })).status).toBe(304);
    expect(renderer.made).toEqual(['/documents/newEmployeeFlyer']);
    expect((await ask(`/api/companies/${companyId}/superScoreChecklist`, { Origin: origin })).status).toBe(403);
    await engines.store.transact(companyStream, companyId, deactivateCompany('2026-01-01'), byTest());
    await expect.poll(async () => (await listed()).map(({ name }) => name), { timeout: 10_000 }).toEqual(['Guide']);
    expect((await ask(href, { Origin: origin })).status).toBe(409);
  });

  it('of one employer are all that a client of that employer reads', async () => {
    const body = { username: 'employer-site', domain: 'join.example.com', contextId: second };
    const registered = await admin.post('/api/authentication/registerBrowserClient', body);
    const issued = await admin.post(`/api/applications/${String(registered.body['userId'])}/tokens`, { label: 'x' });
    const client = api.client();
    client.authorization = `Bearer ${String(issued.body['token'])}`;
    const statusOf = async (path: string) =>
      (await client.request(path, { headers: { Origin: 'https://join.example.com' } })).status;
    expect(await statusOf(`/api/companies/${second}/microsite`)).toBe(200);
    expect(await statusOf(`/api/companies/${companyId}/microsite`)).toBe(403);
    expect(await statusOf(`/api/companies/${otherPlan}-E1/microsite`)).toBe(403);
  });

  it('reach a consultant by plan, and other roles not at all', async () => {
    await engines.store.transact(
      platformStream,
      'LBE',
      recordPlatform({ platformId: 'LBE', name: 'Lake Bell', providerId: 'LAKE' }),
      byTest(),
    );
    await registerConsultant(engines, api, 'planner', { kind: 'provider', id: 'LAKE' });
    // Whose plan the provider's is, the api reads from a view.
    await caughtUp(engines, projector);
    const planner = api.client();
    await planner.signIn('planner');
    const foreignTo = [
      await send('GET', `/api/documents?companyId=${companyId}`, undefined, planner),
      await send('GET', `/api/documents/mappings?planId=${plan}`, undefined, planner),
      await send('GET', `/api/documents/seen?companyId=${companyId}`, undefined, planner),
      await save(info, null, planner),
      await save(
        { platformId: 'TWR', type: 'Info', title: 'For the platform', url: 'https://x.example' },
        null,
        planner,
      ),
      await save({ type: 'Info', title: 'For all', url: 'https://x.example' }, null, planner),
      await send('DELETE', '/api/companies/microsite/cacheEvict', undefined, planner),
    ];
    expect(foreignTo.map(({ status }) => status)).toEqual(foreignTo.map(() => 403));
    const own = await save({ planId: otherPlan, type: 'Form', title: 'Own', url: 'https://x.example' }, null, planner);
    expect(own.status).toBe(200);
    const listed = await planner.request('/api/documents', { headers: after(own) });
    const mine = listed.body as unknown as LibraryDocument[];
    expect(mine.map(({ title, mayChange }) => [title, mayChange])).toContainEqual(['Own', true]);
    expect(mine.map(({ title }) => title)).not.toContain('Kestrel seminar');
    // Of another platform, of which no plan is in reach.
    expect(mine.map(({ title }) => title)).not.toContain('Fees from July 2026');
    expect((await planner.request(`/api/documents/${String(fees.body['documentId'])}`)).status).toBe(404);
    for (const role of ['companyrep', 'auditor', 'devops']) {
      const client = api.client();
      await client.signIn(role);
      expect([role, (await client.request('/api/documents')).status]).toEqual([role, 403]);
    }
  });
});

describe('documents of the production host', () => {
  type Sent = { documents?: SentDocument[]; lists?: SentList[]; deleted?: string[] };
  const shown = async (client: ApiClient) =>
    ((await client.request('/api/documents')).body as unknown as LibraryDocument[]).map(({ documentId }) => documentId);

  it('are sent to the one for acceptance tests as background work, with their PDFs and lists', async () => {
    const { server, asked, url } = await listeningHost({ leftOut: 3 });
    const production = await startApi(engines, {
      SUPERSCOPE_PUBLIC_URL: 'https://portal.example.com',
      PRODUCTION_HOST: 'portal.example.com',
      UAT_URL: url,
      UAT_TOKEN: 'ssa_a-token-of-the-other-host',
    });
    try {
      const here = production.client();
      await here.signIn('admin');
      const state = async () => (await here.request('/api/documents/syncUAT')).body;
      expect(await state()).toMatchObject({ isOffered: true });
      const elsewhere = await admin.request('/api/documents/syncUAT', { method: 'POST' });
      const message = 'Only the production host sends documents to UAT.';
      expect([elsewhere.status, elsewhere.body.message]).toEqual([409, message]);
      expect((await admin.request('/api/documents/syncUAT')).body).toMatchObject({ isOffered: false });
      const begun = await here.request('/api/documents/syncUAT', { method: 'POST' });
      const reason = 'Left out: 3 documents and lists, whose platform, plan or employer the other host does not have.';
      expect(begun.status).toBe(202);
      await expect
        .poll(state, { timeout: 30_000 })
        .toEqual({ isOffered: true, last: { workId: begun.body['workId'], state: 'done', reason } });
      expect(new Set(asked.map(({ authorization }) => authorization))).toEqual(
        new Set(['Bearer ssa_a-token-of-the-other-host']),
      );
      expect(asked.some(({ path, body }) => path.endsWith('/file') && body.includes('Fees.pdf'))).toBe(true);
      const parts = asked
        .filter(({ path }) => path === '/api/documents/sync')
        .map(({ body }) => JSON.parse(body) as Sent);
      const ids = parts.flatMap(({ documents = [] }) => documents.map(({ documentId }) => documentId));
      expect(ids.sort()).toEqual((await shown(admin)).sort());
      const gone = await engines.mongo.db('views').collection('microsite_documents').find({ deleted: true }).toArray();
      expect(gone.length).toBeGreaterThan(0);
      expect(parts.flatMap(({ deleted = [] }) => deleted).sort()).toEqual(gone.map(({ _id }) => String(_id)).sort());
      const list = parts.flatMap(({ lists = [] }) => lists).find(({ companyId }) => companyId === `${plan}-E1`)!;
      expect(list.mappings).toHaveLength(2);
      const back = await here.post('/api/documents/sync', { documents: [], lists: [] });
      const refusal = 'The production host takes no documents of another host.';
      expect([back.status, back.body.message]).toEqual([409, refusal]);
    } finally {
      await production.stop();
      server.close();
    }
  });

  it('are taken by the host for acceptance tests with the token of an application, but nothing of plans that it does not have', async () => {
    const program = { username: 'production', context: { kind: 'allPlans' } };
    const application = String((await admin.post('/api/applications', program)).body['userId']);
    const issued = await admin.post(`/api/applications/${application}/tokens`, { label: 'sync' });
    const sender = api.client();
    sender.authorization = `Bearer ${String(issued.body['token'])}`;
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(twoPages())], { type: 'application/pdf' }), 'Sent.pdf');
    const kept = await sender.request('/api/documents/sync/file', { method: 'POST', body: form });
    const sha256 = String(kept.body['sha256']);
    const none = '0'.repeat(64);
    const missing = await sender.post('/api/documents/sync/missing', { digests: [sha256, none] });
    expect(missing.body).toEqual({ missing: [none] });
    // Its bytes and pages are read from the file, whatever is said of them.
    const file = { filename: 'Sent.pdf', sha256, bytes: 1, pages: 99 };
    const sent = (documentId: string, planId: string | null, digest = sha256): SentDocument => ({
      documentId,
      platformId: 'TWR',
      planId,
      companyId: null,
      type: 'Form',
      title: 'Sent',
      description: null,
      url: null,
      file: { ...file, sha256: digest },
    });
    const [here, unknown] = [randomUUID(), randomUUID()];
    const refused = await sender.post('/api/documents/sync', { documents: [sent(here, plan, none)] });
    expect(refused.status).toBe(409);
    const mappings = [{ mappingId: randomUUID(), documentId: here, sequence: 3 }];
    // What was read of a file when it came is not read again, however many documents are sent at once.
    const read = vi.spyOn(api.app.get(DocumentFiles), 'read');
    const taken = await sender.post('/api/documents/sync', {
      documents: [sent(here, plan), sent(unknown, 'TWR.none')],
      lists: [{ companyId: `${plan}-E2`, mappings }],
    });
    expect(taken.body).toEqual({ documents: 1, lists: 1, leftOut: 1 });
    expect(read).not.toHaveBeenCalled();
    read.mockRestore();
    await expect.poll(() => shown(admin), { timeout: 30_000 }).toContain(here);
    expect(await shown(admin)).not.toContain(unknown);
    const library = (await admin.request('/api/documents')).body as unknown as LibraryDocument[];
    expect(library.find(({ documentId }) => documentId === here)).toMatchObject({
      pages: 2,
      size: (await cleaned(twoPages())).length,
    });
    const listed = async () =>
      ((await admin.request(`/api/documents/mappings?companyId=${plan}-E2`)).body as unknown as DocumentMappings)
        .mappings;
    await expect
      .poll(listed, { timeout: 10_000 })
      .toEqual([{ id: mappings[0]!.mappingId, companyId: `${plan}-E2`, documentId: here, sequence: 3 }]);
    const own = await shown(admin);
    // One that was deleted in production, and one that never was here.
    for (let time = 0; time < 2; time += 1)
      expect((await sender.post('/api/documents/sync', { deleted: [here, randomUUID()] })).body).toEqual({
        documents: 0,
        lists: 0,
        leftOut: 0,
      });
    await expect.poll(listed, { timeout: 10_000 }).toEqual([]);
    expect(await shown(admin)).toEqual(own.filter((documentId) => documentId !== here));
  });
});

describe('documents on their way to the host for acceptance tests', () => {
  const companyId = `${plan}-E1`;
  type Written = { body: Record<string, unknown> };
  let production: PortalEngines;
  let projecting: Awaited<ReturnType<PortalEngines['projector']>>;
  let way: Awaited<ReturnType<typeof wayTo>>;
  let apis: Awaited<ReturnType<typeof startApi>>[] = [];
  let sender: ApiClient;
  /** Where the next workers are lost, one after another: at a request, or before they record a step. */
  let losses: string[] = [];
  /** Wakes the workers that were lost, which is when their processes end. */
  let wakes: (() => void)[] = [];
  /** The document and the mapping of the last employer's page that was sent. */
  let former: { documentId: string; mappingId: string } | null = null;

  const isLostAt = (place: string) => losses[0] === place && losses.shift() !== undefined;

  /** Passes requests on to the other host, whose answer is held back where a worker is lost. */
  async function wayTo(there: string) {
    const pass = async (asked: IncomingMessage, response: ServerResponse) => {
      const body = await buffer(asked);
      const path = asked.url!;
      const what = path.endsWith('/sync')
        ? Object.keys(JSON.parse(body.toString()) as object)[0]!
        : path.slice(path.lastIndexOf('/') + 1);
      const { authorization, 'content-type': type } = asked.headers;
      const headers = {
        'Content-Type': type,
        'Content-Length': body.length,
        'X-Requested-By': 'superscope',
        authorization,
      };
      const onward = requestTo(`${there}${path}`, { method: 'POST', headers });
      if (isLostAt(`half of ${what}`)) {
        const closed = new Promise((resolve) => onward.on('error', () => undefined).on('close', resolve));
        onward.write(body.subarray(0, body.length / 2), () => onward.socket!.end());
        await closed;
        return void wakes.push(() => response.destroy());
      }
      onward.end(body);
      const [answer] = (await once(onward, 'response')) as [IncomingMessage];
      const said = await buffer(answer);
      if (isLostAt(what)) return void wakes.push(() => response.destroy());
      response.writeHead(answer.statusCode!, { 'Content-Type': 'application/json' }).end(said);
    };
    const server = createServer((asked, response) => void pass(asked, response).catch(() => response.destroy()));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
  }

  /** An api of the production host, whose worker is lost where that is wanted. */
  async function startProduction(token: string) {
    const started = await startApi(production, {
      SUPERSCOPE_PUBLIC_URL: 'https://portal.example.com',
      PRODUCTION_HOST: 'portal.example.com',
      UAT_URL: way.url,
      UAT_TOKEN: token,
    });
    const store = started.app.get(EventStore);
    const transact = store.transact.bind(store);
    vi.spyOn(store, 'transact').mockImplementation(async (stream, id, decision, by) => {
      const [of, , , ...what] = by.commandId.split('/');
      if (of === 'work' && isLostAt(what.join('/'))) await new Promise<void>((wake) => wakes.push(wake));
      return transact(stream, id, decision, by);
    });
    return started;
  }

  beforeAll(async () => {
    production = await PortalEngines.beside(mkdtempSync(join(tmpdir(), 'superscope-production-')));
    projecting = await production.projector();
    await projecting.start();
    await new SamplePlan(production.store, production.identity, plan).register(0);
    const platform = { platformId: 'TWR', name: 'Tallowood', providerId: 'TALLOWOOD' };
    await production.store.transact(platformStream, 'TWR', recordPlatform(platform), byTest());
    await caughtUp(production, projecting);
    const program = { username: 'production-documents', context: { kind: 'allPlans' } };
    const application = String((await admin.post('/api/applications', program)).body['userId']);
    const issued = await admin.post(`/api/applications/${application}/tokens`, { label: 'sync' });
    way = await wayTo(api.url);
    for (let process = 0; process < 2; process += 1) apis.push(await startProduction(String(issued.body['token'])));
    sender = apis[0]!.client();
    await sender.signIn('admin');
  });
  afterAll(async () => {
    for (const wake of wakes) wake();
    for (const { stop } of apis) await stop();
    apis = [];
    way.server.closeAllConnections();
    way.server.close();
    await projecting.stop();
    await production.stop();
  });

  const written = async ({ body, ...rest }: Written & { status: number }): Promise<Written> => {
    expect([rest.status, body['message']]).toEqual([200, undefined]);
    await caughtUp(production, projecting);
    return { body };
  };
  const add = async (document: object, file: Buffer | null = null) => {
    const form = new FormData();
    form.append('document', JSON.stringify(document));
    if (file !== null) form.append('file', new Blob([new Uint8Array(file)], { type: 'application/pdf' }), 'Lost.pdf');
    const { body } = await written(await sender.request('/api/documents', { method: 'POST', body: form }));
    return String(body['documentId']);
  };
  const map = async (documentId: string) =>
    String((await written(await sender.post('/api/documents/mappings', { companyId, documentId }))).body['mappingId']);
  const remove = async (path: string) => written(await sender.request(`/api/documents/${path}`, { method: 'DELETE' }));

  /** An employer's page and a PDF for its platform, both mapped to it; its page of the last time is deleted. */
  async function changed(title: string) {
    if (former !== null) {
      await remove(`mappings/${former.mappingId}`);
      await remove(former.documentId);
    }
    const deleted = former?.documentId;
    const bytes = pdfOf([[{ x: 50, y: 700, text: title }]]);
    const pdf = await add({ platformId: 'TWR', type: 'Form', title }, bytes);
    const page = await add({ companyId, type: 'Info', title: `Page: ${title}`, url: 'https://fund.example/page' });
    await map(pdf);
    former = { documentId: page, mappingId: await map(page) };
    return { bytes, pdf, page, deleted };
  }
  const begin = async () => {
    const { status, body } = await sender.request('/api/documents/syncUAT', { method: 'POST' });
    expect([status, body['isNew']]).toEqual([202, true]);
    return String(body['workId']);
  };
  const last = async () => (await sender.request('/api/documents/syncUAT')).body['last'];
  const libraryOf = async (client: ApiClient) =>
    (await client.request('/api/documents')).body as never as LibraryDocument[];
  const listOf = async (client: ApiClient) =>
    ((await client.request(`/api/documents/mappings?companyId=${companyId}`)).body as unknown as DocumentMappings)
      .mappings;
  const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

  /** Expects each document that the other host shows to have its PDF, and its list no document that it has not. */
  async function expectNothingHalf() {
    await caughtUp(engines, projector);
    const library = await libraryOf(admin);
    for (const { documentId, digest } of library.filter(({ file }) => file)) {
      const answer = await fetch(`${api.url}/api/documents/${documentId}`, { headers: { Cookie: admin.cookie } });
      expect([answer.status, sha256Of(new Uint8Array(await answer.arrayBuffer()))]).toEqual([200, digest]);
    }
    const shown = library.map(({ documentId }) => documentId);
    for (const { documentId } of await listOf(admin)) expect(shown).toContain(documentId);
  }

  const typesOf = async (store: EventStore, stream: AnyStream, id: string) => {
    const types: string[] = [];
    for await (const { type } of store.read(streamName(stream, id))) types.push(type);
    return types;
  };

  /** Expects the other host to have got what was changed once, and to show what the production host shows. */
  async function expectAllOnce({ bytes, pdf, page, deleted }: Awaited<ReturnType<typeof changed>>) {
    await expectNothingHalf();
    const ofStream = (documentId: string) => typesOf(engines.store, micrositeDocumentStream, documentId);
    for (const documentId of [pdf, page]) expect(await ofStream(documentId)).toEqual(['MicrositeDocumentAdded']);
    if (deleted !== undefined)
      expect(await ofStream(deleted)).toEqual(['MicrositeDocumentAdded', 'MicrositeDocumentDeleted']);
    const mapped: string[] = [];
    for await (const event of engines.store.read(streamName(micrositeListStream, companyId)))
      if (event.type === 'DocumentMapped' && 'data' in event)
        mapped.push((event.data as { documentId: string }).documentId);
    expect(mapped.filter((documentId) => documentId === pdf || documentId === page).sort()).toEqual([pdf, page].sort());
    const facts = ({ documentId, title, url, digest, pages, size }: LibraryDocument) => [
      documentId,
      { title, url, digest, pages, size },
    ];
    const there = new Map((await libraryOf(admin)).map((each) => [each.documentId, each]));
    const here = await libraryOf(sender);
    expect(here.map(({ documentId }) => facts(there.get(documentId)!))).toEqual(here.map(facts));
    const kept = await cleaned(bytes);
    expect(there.get(pdf)).toMatchObject({ digest: sha256Of(kept), size: kept.length, pages: 1 });
    expect(await listOf(admin)).toEqual(await listOf(sender));
  }

  it.each([
    [['start']],
    [['missing', 'step/files']],
    [['half of file', 'step/lists']],
    [['file', 'finish']],
    // Once the PDFs are sent, it is asked again which are missing.
    [['documents', 'missing']],
    [['lists', 'deleted']],
  ])('arrive once each, and never half, though a worker is lost at each of %j', async (places) => {
    const sent = await changed(`Lost at ${places.join(', ')}`);
    [losses, wakes] = [[...places], []];
    const workId = await begin();
    const leases = production.mongo.db('ops').collection<{ _id: string }>('leases');
    for (const lost of places.keys()) {
      while (wakes.length <= lost) await delay(20);
      await expectNothingHalf();
      // The worker that was lost before this one wakes up.
      wakes[lost - 1]?.();
      await leases.deleteOne({ _id: `work/${workId}` });
      for (const { app } of apis) await app.get(Worker).look();
    }
    await expect.poll(last, { timeout: 60_000 }).toEqual({ workId, state: 'done', reason: null });
    wakes.at(-1)!();
    await expectAllOnce(sent);
    const recorded = await typesOf(production.store, documentSyncStream, workId);
    expect(recorded.filter((type) => type === 'DocumentsSynced')).toHaveLength(1);
  });

  it('arrive once each, and never half, though the other host fails between two of them', async () => {
    const sent = await changed('The other host fails');
    const store = api.app.get(EventStore);
    const transact = store.transact.bind(store);
    let taken = 0;
    const failing = vi.spyOn(store, 'transact').mockImplementation(async (stream, id, decision, by) => {
      if (stream.category === micrositeDocumentStream.category && (taken += 1) > 1)
        throw new Error('The disk is gone.');
      return transact(stream, id, decision, by);
    });
    const workId = await begin();
    const reason = `${new URL(way.url).host} failed (500).`;
    await expect.poll(last, { timeout: 60_000 }).toEqual({ workId, state: 'retrying', reason });
    await expectNothingHalf();
    failing.mockRestore();
    // At once, unless its own time has come.
    await sender.request(`/api/work/${workId}/retry`, { method: 'POST' });
    await expect.poll(last, { timeout: 60_000 }).toEqual({ workId, state: 'done', reason: null });
    await expectAllOnce(sent);
  });
});
