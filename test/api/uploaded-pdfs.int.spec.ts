import { createHash, randomUUID } from 'node:crypto';
import { rawPdf, rawStream, rawUpdate, type RawObject } from '@superscope/api/platform/pdf/raw-pdf';
import { platformStream, recordPlatform } from '@superscope/domain/platform/platform';
import type { SentDocument } from '@superscope/contracts/microsites';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type ApiClient } from '../harness/api-server.js';
import { startWithAccounts } from '../harness/demo-accounts.js';
import type { PortalEngines } from '../harness/portal-engines.js';
import { caughtUp } from '../harness/set-aside.js';
import { byTest, SamplePlan } from '../harness/sample-plan.js';

let engines: PortalEngines;
let api: Awaited<ReturnType<typeof startApi>>;
let projector: Awaited<ReturnType<PortalEngines['projector']>>;
let admin: ApiClient;

const plan = 'TWR.P0001';

beforeAll(async () => {
  engines = await startWithAccounts();
  projector = await engines.projector();
  await projector.start();
  api = await startApi(engines, { PRODUCTION_HOST: 'portal.example.com' });
  await new SamplePlan(engines.store, engines.identity, plan).register(1);
  const platform = { platformId: 'TWR', name: 'Tallowood', providerId: 'WATTLE' };
  await engines.store.transact(platformStream, 'TWR', recordPlatform(platform), byTest());
  await caughtUp(engines, projector);
  admin = api.client();
  await admin.signIn('admin');
});
afterAll(async () => {
  await api.stop();
  await projector.stop();
  await engines.stop();
});

const page = (more: string) =>
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Resources << >> /Contents 4 0 R ${more} >>`;
const form = (operators: string, more = '') =>
  rawStream(`/Type /XObject /Subtype /Form /BBox [0 0 200 200] ${more}`, operators);

/** Signed, saved again since, and with something else behind its end. */
const signed = Buffer.concat([
  rawUpdate(
    rawPdf({
      1: '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [9 0 R] /SigFlags 3 >> >>',
      3: page('/Annots [9 0 R]'),
      9: '<< /Type /Annot /Subtype /Widget /FT /Sig /T (S) /V 10 0 R /Rect [10 10 90 40] /AP << /N 11 0 R >> >>',
      10: '<< /Type /Sig /Filter /Adobe.PPKLite /ByteRange [0 1 2 3] /Contents <00> >>',
      11: form('0 0 9 9 re f'),
    }),
    { 12: '(unused)' },
  ),
  Buffer.from('PK\u0005\u0006<html><script>alert(1)</script>'),
]);
const lost = /^Its signature was removed: /;

const asForm = (file: Uint8Array, more: Record<string, string> = {}) => {
  const body = new FormData();
  for (const [name, text] of Object.entries(more)) body.append(name, text);
  body.append('file', new Blob([new Uint8Array(file)], { type: 'application/pdf' }), 'Signed.pdf');
  return { method: 'POST', body };
};
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const document = { platformId: 'TWR', type: 'Info', title: 'Signed' };

/** Each way in, and where the file is fetched from afterwards. */
const ways: Record<
  string,
  (file: Uint8Array) => Promise<{ answer: Awaited<ReturnType<ApiClient['request']>>; path: string }>
> = {
  'flyer of a plan': async (file) => ({
    answer: await admin.request(`/api/plan/${plan}/flyers`, asForm(file)),
    path: `/api/plan/download/Signed.pdf?planId=${plan}`,
  }),
  'PDF of report templates': async (file) => ({
    answer: await admin.request('/api/pcr/upload?platformId=TWR', asForm(file)),
    path: '/api/pcr/download/Signed.pdf?platformId=TWR',
  }),
  'document of microsites': async (file) => {
    const answer = await admin.request('/api/documents', asForm(file, { document: JSON.stringify(document) }));
    return { answer, path: `/api/documents/${String(answer.body['documentId'])}` };
  },
};
const fetched = async (path: string) => {
  const answer = await fetch(`${api.url}${path}`, { headers: { Cookie: admin.cookie } });
  return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
};

/** A page that draws a form of many lines many times: few bytes, and minutes of work. */
const endless: Record<number, RawObject> = {
  3: page('/Resources << /XObject << /F 20 0 R >> >>'),
  4: rawStream('', '/F Do '.repeat(90_000)),
  20: form('0 0 m 200 200 l 0 200 l 200 0 l 10 90 l 90 10 l 5 5 l S '.repeat(48)),
};

describe.each(Object.entries(ways))('a %s', (_, send) => {
  it('is written anew, which its uploader is told', async () => {
    const { answer, path } = await send(signed);
    expect([answer.status, answer.body.message]).toEqual([200, undefined]);
    expect((answer.body['notices'] as string[])[0]).toMatch(lost);
    await caughtUp(engines, projector);
    const { status, bytes } = await fetched(path);
    expect(status).toBe(200);
    const text = bytes.toString('latin1');
    expect(text.startsWith('%PDF-1.7\n')).toBe(true);
    expect(text.endsWith('\n%%EOF\n')).toBe(true);
    expect(text).not.toMatch(/<html|PK\u0005|ByteRange|AcroForm|unused/);
    // What was kept comes back as it is.
    const again = await send(bytes);
    expect(again.answer).toMatchObject({ status: 200, body: { notices: [] } });
    await caughtUp(engines, projector);
    expect(sha256((await fetched(again.path)).bytes)).toBe(sha256(bytes));
  });

  it('is refused with what must not be in it, and with something else before its beginning', async () => {
    const script = rawUpdate(rawPdf({ 9: '<< /S /JavaScript /JS (app.alert\\(1\\)) >>' }), { 9: '<< >>' });
    expect((await send(script)).answer).toMatchObject({
      status: 400,
      body: { message: '‘Signed.pdf’ was refused. It contains JavaScript. Save it without and try again.' },
    });
    const behind = Buffer.concat([Buffer.from('<html>'), rawPdf()]);
    expect((await send(behind)).answer).toMatchObject({ status: 400, body: { message: 'The file is not a PDF.' } });
  });
});

describe('a PDF that takes too long to draw', () => {
  it('is refused with the page', async () => {
    const { answer } = await ways['flyer of a plan']!(rawPdf(endless));
    const why = 'Page 1 of this PDF takes too long to draw. Print it to a PDF and try again.';
    expect(answer).toMatchObject({ status: 400, body: { message: `‘Signed.pdf’ was refused. ${why}` } });
  });
});

describe('a PDF of another host', () => {
  it('is written anew too, and found by the digest that the other host has of it', async () => {
    const sent = await admin.request('/api/documents/sync/file', asForm(signed));
    expect([sent.status, sent.body.message]).toEqual([200, undefined]);
    const kept = String(sent.body['sha256']);
    expect(kept).not.toBe(sha256(signed));
    const digests = [sha256(signed), kept];
    expect((await admin.post('/api/documents/sync/missing', { digests })).body).toEqual({ missing: [] });
    const documentId = randomUUID();
    const one: SentDocument = {
      documentId,
      platformId: 'TWR',
      planId: null,
      companyId: null,
      type: 'Form',
      title: 'Sent',
      description: null,
      url: null,
      file: { filename: 'Sent.pdf', sha256: sha256(signed), bytes: signed.length, pages: 1 },
    };
    // Twice, which changes nothing.
    for (let time = 0; time < 2; time += 1)
      expect((await admin.post('/api/documents/sync', { documents: [one] })).body).toMatchObject({ documents: 1 });
    await caughtUp(engines, projector);
    const { bytes } = await fetched(`/api/documents/${documentId}`);
    expect(sha256(bytes)).toBe(kept);
    expect(bytes.toString('latin1')).not.toMatch(/<html|ByteRange/);
  });
});
