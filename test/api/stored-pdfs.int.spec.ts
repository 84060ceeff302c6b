import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { PDFDocument } from '@cantoo/pdf-lib';
import { DevOpsTrees } from '@superscope/api/dev-ops/dev-ops-trees';
import { PdfPages } from '@superscope/api/report-templates/pdf-pages';
import { PdfCleaner } from '@superscope/api/stored-pdfs/pdf-cleaner';
import { RewritingJob } from '@superscope/api/stored-pdfs/rewriting-job';
import type { LibraryDocument, PublicMicrosite } from '@superscope/contracts/microsites';
import type { PdfResource } from '@superscope/contracts/pdf-resources';
import type { StoredPdfs } from '@superscope/contracts/stored-pdfs';
import type { WorkList } from '@superscope/contracts/work';
import { addDocument, micrositeDocumentStream } from '@superscope/domain/microsite-document/microsite-document';
import { mapDocument, micrositeListStream } from '@superscope/domain/microsite-list/microsite-list';
import { pdfResourcesStream, uploadPdf } from '@superscope/domain/pdf-resources/pdf-resources';
import { planStream, uploadFlyer } from '@superscope/domain/plan/plan';
import { platformStream, recordPlatform } from '@superscope/domain/platform/platform';
import type { ReportTemplate } from '@superscope/domain/report-template/report-template';
import { Lease } from '@superscope/event-store/leases/lease';
import { GridFSBucket } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startApi, type ApiClient } from '../harness/api-server.js';
import { startWithAccounts } from '../harness/demo-accounts.js';
import type { PortalEngines } from '../harness/portal-engines.js';
import { byTest, SamplePlan } from '../harness/sample-plan.js';
import { caughtUp } from '../harness/set-aside.js';

const planId = 'TWR.P0001';
const companyId = 'TWR.P0001-E1';
const ids = { fees: randomUUID(), form: randomUUID(), late: randomUUID() };

let engines: PortalEngines;
let projector: Awaited<ReturnType<PortalEngines['projector']>>;
let api: Awaited<ReturnType<typeof startApi>>;
let other: Awaited<ReturnType<typeof startApi>>;
let admin: ApiClient;

/** What the two apis had rewritten, by the digest of the file. */
const cleaned: string[] = [];
const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

async function pdf(title: string, script?: string): Promise<Buffer> {
  const document = await PDFDocument.create();
  document.setTitle(title);
  document.addPage([300, 300]).drawText(title);
  if (script !== undefined) document.addJavaScript('main', script);
  // A file of before: what nothing refers to stays in it.
  document.context.register(document.context.stream(`left over of ${title}`));
  return Buffer.from(await document.save({ useObjectStreams: false }));
}

/** Stores a file as the release before did, and returns its digest. */
async function storeAsBefore(bucketName: string, bytes: Buffer, metadata: object = {}): Promise<string> {
  const sha256 = digestOf(bytes);
  const upload = new GridFSBucket(engines.mongo.db('files'), { bucketName }).openUploadStream(sha256, { metadata });
  const stored = once(upload, 'close');
  upload.end(bytes);
  await stored;
  return sha256;
}

const files = {} as Record<'guide' | 'tricks' | 'fees' | 'form' | 'late' | 'governance' | 'trustees', Buffer>;
const digests = {} as Record<keyof typeof files, string>;

async function startCounting() {
  const started = await startApi(engines);
  const cleaner = started.app.get(PdfCleaner);
  const clean = PdfCleaner.prototype.clean.bind(cleaner);
  vi.spyOn(cleaner, 'clean').mockImplementation((bytes, gone) => {
    cleaned.push(digestOf(bytes));
    return clean(bytes, gone);
  });
  return started;
}

/** The job begins when a test says so. */
const beginning = vi.spyOn(RewritingJob.prototype, 'onApplicationBootstrap').mockReturnValue();

beforeAll(async () => {
  engines = await startWithAccounts();
  projector = await engines.projector();
  await projector.start();
  await new SamplePlan(engines.store, engines.identity, planId).register(1);
  const platform = { platformId: 'TWR', name: 'Tallowood', providerId: 'TALLOWOOD' };
  await engines.store.transact(platformStream, 'TWR', recordPlatform(platform), byTest());
  files.guide = await pdf('Guide');
  files.tricks = await pdf('Tricks', 'app.alert(1)');
  files.fees = await pdf('Fees from July 2026');
  files.form = await pdf('Form', 'app.alert(2)');
  files.late = await pdf('Late');
  files.governance = await pdf('Governance');
  files.trustees = await pdf('Trustees', 'app.alert(3)');
  for (const name of ['guide', 'tricks'] as const) {
    digests[name] = await storeAsBefore('flyers', files[name]);
    const flyer = { planId, name: name === 'guide' ? 'Guide' : 'Tricks', sha256: digests[name] };
    await engines.store.transact(planStream, planId, uploadFlyer({ ...flyer, bytes: files[name].length }), byTest());
  }
  for (const name of ['fees', 'form', 'late'] as const) {
    digests[name] = await storeAsBefore('micrositeDocuments', files[name]);
    const file = { filename: `${name}.pdf`, sha256: digests[name], bytes: files[name].length, pages: 1 };
    const scope = { platformId: 'TWR', planId: null, companyId: null };
    const details = { ...scope, type: 'Form' as const, title: name, description: null, url: null, file };
    await engines.store.transact(micrositeDocumentStream, ids[name], addDocument(ids[name], details), byTest());
    const mapping = { mappingId: randomUUID(), documentId: ids[name] };
    await engines.store.transact(micrositeListStream, companyId, mapDocument(companyId, mapping), byTest());
  }
  for (const name of ['governance', 'trustees'] as const) {
    digests[name] = await storeAsBefore('reportPdfs', files[name], { texts: [`Text of ${name}`] });
    const of = { filename: `${name}.pdf`, sha256: digests[name], bytes: files[name].length, pages: 1 };
    const decision = uploadPdf('TWR', { ...of, fontsEmbedded: true });
    await engines.store.transact(pdfResourcesStream, 'TWR', decision, byTest());
  }
  await caughtUp(engines, projector);
  [api, other] = [await startCounting(), await startCounting()];
  admin = api.client();
  await admin.signIn('admin');
});

afterAll(async () => {
  await api.stop();
  await other.stop();
  await projector.stop();
  await engines.stop();
});

const list = async () => (await admin.request('/api/stored-pdfs')).body as unknown as StoredPdfs;
const bytesAt = async (path: string) => {
  const headers = { Cookie: admin.cookie, 'X-Requested-By': 'superscope' };
  const answer = await fetch(`${api.url}${path}`, { headers });
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
};
const guide = `/api/plan/download/Guide.pdf?planId=${planId}`;
const tricks = `/api/plan/download/Tricks.pdf?planId=${planId}`;

describe('PDFs that the release before stored', () => {
  it('are rewritten when they are asked for before the job has reached them, once for all who ask', async () => {
    const answers = await Promise.all([bytesAt(guide), bytesAt(guide), bytesAt(guide)]);
    for (const { status, headers, bytes } of answers) {
      expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf']);
      expect(headers.get('content-length')).toBe(String(bytes.length));
      expect(bytes.includes('left over')).toBe(false);
    }
    expect(cleaned.filter((sha256) => sha256 === digests.guide)).toHaveLength(1);
  });

  it('are told to ask again while many others are looked at', async () => {
    const cleaner = api.app.get(PdfCleaner);
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const clean = PdfCleaner.prototype.clean.bind(cleaner);
    const spy = vi.spyOn(cleaner, 'clean').mockImplementation(async (bytes, gone) => {
      await held;
      return clean(bytes, gone);
    });
    const many = await Promise.all(
      Array.from({ length: 6 }, async (_, n) => storeAsBefore('flyers', await pdf(`Many ${n}`))),
    );
    const { StoredPdfs: Stored } = await import('@superscope/api/stored-pdfs/stored-pdfs');
    const looks = many.map((sha256) => api.app.get(Stored).look('flyers', sha256));
    const answer = await admin.request(`/api/documents/${ids.late}`);
    release();
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '30']);
    await Promise.all(looks);
    spy.mockImplementation((bytes, gone) => {
      cleaned.push(digestOf(bytes));
      return clean(bytes, gone);
    });
  });

  it('are not looked at while another process does', async () => {
    const held = await new Lease(engines.mongo.db('ops'), 'storedPdfs').take();
    const before = await list();
    await api.app.get(RewritingJob).turn();
    expect((await list()).checked).toBe(before.checked);
    await held!.release();
  });

  it('are left as they were by an api that ends in the middle, and carried on by the next', async () => {
    const third = await startApi(engines);
    const cleaner = third.app.get(PdfCleaner);
    const clean = PdfCleaner.prototype.clean.bind(cleaner);
    let begun = () => {};
    const second = new Promise<void>((resolve) => (begun = resolve));
    const begunWith = new Set<string>();
    vi.spyOn(cleaner, 'clean').mockImplementation((bytes, gone) => {
      begunWith.add(digestOf(bytes));
      if (begunWith.size === 1) return clean(bytes, gone);
      begun();
      return new Promise((_, reject) => gone.addEventListener('abort', () => reject(new Error('ended'))));
    });
    const before = await list();
    const turn = third.app.get(RewritingJob).turn();
    await second;
    await third.stop();
    await turn;
    expect((await list()).checked).toBe(before.checked + 1);
  });

  it('are each looked at once by the job of two apis, which Background work lists', async () => {
    cleaned.length = 0;
    await Promise.all([api.app.get(RewritingJob).turn(), other.app.get(RewritingJob).turn()]);
    await vi.waitFor(async () => {
      const { total, checked } = await list();
      expect(checked).toBe(total);
    });
    // A refusal must be said twice.
    const good = cleaned.filter((sha256) => ![digests.tricks, digests.form, digests.trustees].includes(sha256));
    expect(new Set(good).size).toBe(good.length);
    const { items } = (await admin.request('/api/work')).body as unknown as WorkList;
    expect(items.find(({ kind }) => kind === 'pdfCheck')).toMatchObject({ state: 'done', askedBy: 'The portal' });
    cleaned.length = 0;
    await api.app.get(RewritingJob).turn();
    expect(cleaned).toEqual([]);
  });

  it('are looked at again once the rules have changed, and not by an older release than the one that did', async () => {
    const flyers = engines.mongo.db('files').collection('flyers.files');
    const verdictOf = (sha256: string, version: number) =>
      flyers.updateOne({ filename: sha256 }, { $set: { 'verdict.version': version } });
    await verdictOf(digests.guide, 0);
    await verdictOf(digests.tricks, 999);
    cleaned.length = 0;
    await api.app.get(RewritingJob).turn();
    expect(cleaned).toEqual([digests.guide]);
    expect((await flyers.findOne({ filename: digests.guide }))!['verdict']).toMatchObject({ version: 1 });
  });

  it('are listed if they are refused, with why and with what uses them', async () => {
    const { refused } = await list();
    expect(refused.map(({ sha256, uses, kept }) => ({ sha256, uses, kept }))).toEqual(
      expect.arrayContaining([
        { sha256: digests.tricks, uses: [{ kind: 'flyer', name: 'Tricks', of: `Plan ${planId}` }], kept: null },
        { sha256: digests.form, uses: [{ kind: 'document', name: 'form', of: 'Tallowood' }], kept: null },
        { sha256: digests.trustees, uses: [{ kind: 'resource', name: 'trustees.pdf', of: 'Tallowood' }], kept: null },
      ]),
    );
    expect(refused).toHaveLength(3);
    for (const { why } of refused) expect(why).toMatch(/^It contains JavaScript.*\.$/);
  });

  it('are gone from every way that serves them if they are refused', async () => {
    for (const path of [tricks, `/api/documents/${ids.form}`, '/api/pcr/download/trustees.pdf?platformId=TWR']) {
      const answer = await admin.request(path);
      expect([path, answer.status]).toEqual([path, 410]);
      expect(answer.body.message).toMatch(/^This PDF was refused/);
    }
    const microsite = (await admin.request(`/api/companies/${companyId}/microsite`)).body as unknown as PublicMicrosite;
    // Without its digest, with which a browser would show the copy that it has.
    expect(microsite.documents.find(({ documentId }) => documentId === ids.form)!.href).toBe(
      `/api/documents/${ids.form}`,
    );
    const library = (await admin.request('/api/documents')).body as unknown as LibraryDocument[];
    expect(library.map(({ title, isRefused }) => [title, isRefused]).sort()).toEqual([
      ['fees', false],
      ['form', true],
      ['late', false],
    ]);
    const resources = (await admin.request('/api/pcr/resources')).body as unknown as PdfResource[];
    expect(resources.map(({ filename, isRefused }) => [filename, isRefused]).sort()).toEqual([
      ['governance.pdf', false],
      ['trustees.pdf', true],
    ]);
  });

  it('are served as they were rewritten, by the digest of that and by that of before', async () => {
    const microsite = (await admin.request(`/api/companies/${companyId}/microsite`)).body as unknown as PublicMicrosite;
    const fees = microsite.documents.find(({ documentId }) => documentId === ids.fees)!;
    const [now, before] = [
      await bytesAt(fees.href),
      await bytesAt(`/api/documents/${ids.fees}?digest=${digests.fees}`),
    ];
    expect(fees.href).toBe(`/api/documents/${ids.fees}?digest=${digestOf(now.bytes)}`);
    expect(fees.size).toBe(now.bytes.length);
    expect(now.headers.get('etag')).toBe(`"${digestOf(now.bytes)}"`);
    expect([now, before].map(({ headers }) => headers.get('cache-control'))).toEqual([
      'private, max-age=31536000, immutable',
      'private, no-cache',
    ]);
    expect(digestOf(before.bytes)).toBe(digestOf(now.bytes));
    expect(digestOf(now.bytes)).not.toBe(digests.fees);
    const resource = await bytesAt('/api/pcr/download/governance.pdf?platformId=TWR');
    expect(digestOf(resource.bytes)).not.toBe(digests.governance);
    // What events name stays.
    for (const sha256 of Object.values(digests)) {
      const stored = await Promise.all(
        ['flyers', 'micrositeDocuments', 'reportPdfs'].map((bucketName) =>
          engines.mongo.db('files').collection(`${bucketName}.files`).countDocuments({ filename: sha256 }),
        ),
      );
      expect(Math.max(...stored)).toBe(1);
    }
  });

  it('stand in a new report as they were rewritten, or not at all', async () => {
    const page = (pageId: string, sourceFilename: string) => ({ pageId, sourceFilename, sourcePageNumber: 1 });
    const pages = [page('p1', 'governance.pdf'), page('p2', 'trustees.pdf')].map((each, at) => ({
      ...each,
      sequence: at + 1,
    }));
    const found = await api.app.get(PdfPages).of({ platformId: 'TWR', pages } as unknown as ReportTemplate);
    expect(found).toHaveLength(1);
    expect(found[0]!.alternative).toContain('Governance');
    expect(Buffer.from(found[0]!.bytes).includes('left over')).toBe(false);
  });
});

describe('a refused PDF', () => {
  const keep = (client: ApiClient, sha256: string, reason = 'The form is needed until July') =>
    client.post(`/api/stored-pdfs/${sha256}/keep`, { reason });
  const takeBack = (client: ApiClient, sha256: string) =>
    client.request(`/api/stored-pdfs/${sha256}/keep`, { method: 'DELETE' });
  const fired = async () =>
    (await api.app.get(DevOpsTrees).checks()).find(({ name }) => name === 'PdfRefused')!.finding?.said ?? null;

  it('is an alert until it is kept or replaced', async () => {
    expect(await fired()).toBe('3 stored PDFs are refused');
    expect((await keep(admin, digests.trustees)).status).toBe(200);
    expect(await fired()).toBe('2 stored PDFs are refused');
    expect((await takeBack(admin, digests.trustees)).status).toBe(200);
    expect(await fired()).toBe('3 stored PDFs are refused');
  });

  it('is kept with a reason, served as it is in a sandbox, and gone again once that is taken back', async () => {
    expect((await keep(admin, digests.form, ' ')).status).toBe(400);
    expect((await keep(admin, digests.form)).status).toBe(200);
    expect((await keep(admin, digests.form, 'Me too')).status).toBe(409);
    const { refused } = await list();
    expect(refused.find(({ sha256 }) => sha256 === digests.form)!.kept).toMatchObject({
      by: expect.any(String),
      reason: 'The form is needed until July',
    });
    const { status, headers, bytes } = await bytesAt(`/api/documents/${ids.form}?digest=${digests.form}`);
    expect([status, digestOf(bytes)]).toEqual([200, digests.form]);
    expect(headers.get('content-disposition')).toMatch(/^attachment/);
    expect(headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/);
    expect(headers.get('cache-control')).toBe('private, no-cache');
    expect((await takeBack(admin, digests.form)).status).toBe(200);
    expect((await admin.request(`/api/documents/${ids.form}`)).status).toBe(410);
  });

  it('goes into no report, also while it is kept', async () => {
    await keep(admin, digests.trustees);
    const pages = [{ pageId: 'p1', sourceFilename: 'trustees.pdf', sourcePageNumber: 1, sequence: 1 }];
    const template = { platformId: 'TWR', pages } as unknown as ReportTemplate;
    expect(await api.app.get(PdfPages).of(template)).toEqual([]);
    await takeBack(admin, digests.trustees);
  });

  it('is downloaded by Admins to repair it, never inline', async () => {
    const { status, headers, bytes } = await bytesAt(`/api/stored-pdfs/${digests.tricks}/original`);
    expect([status, digestOf(bytes)]).toEqual([200, digests.tricks]);
    expect(headers.get('content-disposition')).toMatch(/^attachment/);
    expect(headers.get('content-security-policy')).toMatch(/^sandbox/);
    for (const path of [digests.guide, '0'.repeat(64)])
      expect((await admin.request(`/api/stored-pdfs/${path}/original`)).status).toBe(404);
    expect((await keep(admin, digests.guide)).status).toBe(404);
  });

  it('is seen, kept and downloaded by Admins alone', async () => {
    for (const username of ['staff', 'devops', 'auditor', 'authorisedrep', 'companyrep']) {
      const client = api.client();
      await client.signIn(username);
      const asked = [
        await client.request('/api/stored-pdfs'),
        await client.request(`/api/stored-pdfs/${digests.tricks}/original`),
        await keep(client, digests.tricks),
        await takeBack(client, digests.tricks),
      ];
      expect([username, ...asked.map(({ status }) => status)]).toEqual([username, 403, 403, 403, 403]);
    }
  });
});

describe('a PDF that is uploaded now', () => {
  it('is accepted from the start', async () => {
    const before = await list();
    const body = new FormData();
    body.append('file', new Blob([new Uint8Array(await pdf('New'))], { type: 'application/pdf' }), 'New.pdf');
    expect((await admin.request(`/api/plan/${planId}/flyers`, { method: 'POST', body })).status).toBe(200);
    cleaned.length = 0;
    expect(await list()).toMatchObject({ total: before.total + 1, checked: before.checked + 1 });
    await api.app.get(RewritingJob).turn();
    expect(cleaned).toEqual([]);
  });

  it('has replaced a refused one, of which the list then says that nothing uses it', async () => {
    const body = new FormData();
    body.append('file', new Blob([new Uint8Array(await pdf('Tricks, repaired'))]), 'Tricks.pdf');
    const { status, body: written } = await admin.request(`/api/plan/${planId}/flyers`, { method: 'POST', body });
    expect(status).toBe(200);
    await caughtUp(engines, projector);
    expect(written['position']).toBeDefined();
    const { refused } = await list();
    expect(refused.at(-1)).toMatchObject({ sha256: digests.tricks, uses: [] });
    expect((await bytesAt(tricks)).status).toBe(200);
  });

  it('by an earlier release that still runs is looked at soon after an api starts', async () => {
    const sha256 = await storeAsBefore('flyers', await pdf('Stored meanwhile'));
    beginning.mockRestore();
    const next = await startCounting();
    await vi.waitFor(() => expect(cleaned).toContain(sha256), { timeout: 60_000 });
    await vi.waitFor(async () => expect((await list()).checked).toBe((await list()).total), { timeout: 60_000 });
    await next.stop();
  });
});
