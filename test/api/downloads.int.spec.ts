import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { cleanPdf } from '@superscope/api/platform/pdf/clean-pdf';
import { platformStream, recordPlatform } from '@superscope/domain/platform/platform';
import { providerStream, recordProvider, uploadLogo as giveLogo } from '@superscope/domain/provider/provider';
import { GridFSBucket } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type ApiClient } from '../harness/api-server.js';
import { startWithAccounts } from '../harness/demo-accounts.js';
import { pdfOf } from '../harness/pdf-file.js';
import type { PortalEngines } from '../harness/portal-engines.js';
import { caughtUp } from '../harness/set-aside.js';
import { byTest, SamplePlan } from '../harness/sample-plan.js';

let engines: PortalEngines;
let api: Awaited<ReturnType<typeof startApi>>;
let projector: Awaited<ReturnType<PortalEngines['projector']>>;
const clients = new Map<string, ApiClient>();
const as = async (username: string): Promise<ApiClient> => {
  const known = clients.get(username);
  if (known) return known;
  const client = api.client();
  await client.signIn(username);
  clients.set(username, client);
  return client;
};

const own = 'TWR.P0001';
const foreign = 'LBE.P0009';

beforeAll(async () => {
  engines = await startWithAccounts();
  projector = await engines.projector();
  await projector.start();
  api = await startApi(engines);
  // The demo company representative belongs to TWR.P0001-E1.
  const plan = new SamplePlan(engines.store, engines.identity, own);
  await plan.figures();
  await plan.register(14);
  await plan.month('2026-01', 80_000);
  await new SamplePlan(engines.store, engines.identity, foreign).register(1);
  const staff = await as('staff');
  while (!(await staff.request(`/api/plan/${own}`)).body['closedMonth']) await delay(50);
  await caughtUp(engines, projector);
});

afterAll(async () => {
  await api.stop();
  await projector.stop();
  await engines.stop();
});

const pdf = (text = 'one') => pdfOf([[{ x: 50, y: 700, text }]]);
/** What is kept of it, as the client reads it. */
const keptOf = async (text?: string) =>
  String((await cleanPdf('a.pdf', pdf(text), new AbortController().signal)).bytes);
async function upload(username: string, planId: string, name: string, content: string | Uint8Array, field = 'file') {
  const body = new FormData();
  body.append(field, new Blob([content as BlobPart], { type: 'application/pdf' }), name);
  return (await as(username)).request(`/api/plan/${planId}/flyers`, { method: 'POST', body });
}
const remove = async (username: string, planId: string, file: string) =>
  (await as(username)).request(`/api/plan/${planId}/flyers/${encodeURIComponent(file)}`, { method: 'DELETE' });
const download = async (username: string, planId: string, file: string) =>
  (await as(username)).request(`/api/plan/download/${encodeURIComponent(file)}?planId=${planId}`);
/** The plan's flyers after a write, read as the writer's browser would read them. */
const filesAfter = async ({ body }: { body: Record<string, unknown> }) => {
  const headers = { 'X-After': `${String(body['stream'])}@${String(body['position'])}` };
  return (await (await as('staff')).request(`/api/plan/${own}`, { headers })).body['files'];
};

describe('the flyers of a plan', () => {
  it('are uploaded, downloaded, replaced and removed', async () => {
    expect((await upload('staff', own, 'Plan details (2026).pdf', pdf())).status).toBe(200);
    const second = await upload('admin', own, 'Insurance guide.PDF', pdf());
    expect(await filesAfter(second)).toEqual(['Insurance guide.pdf', 'Plan details (2026).pdf']);
    const got = await download('companyrep', own, 'Plan details (2026).pdf');
    expect(got).toMatchObject({ status: 200, body: await keptOf() });
    expect(got.headers.get('content-type')).toBe('application/pdf');
    expect(got.headers.get('content-disposition')).toContain('attachment; filename="Plan details (2026).pdf"');
    const replaced = await upload('staff', own, 'Insurance guide.pdf', pdf('two'));
    expect(await filesAfter(replaced)).toHaveLength(2);
    expect((await download('auditor', own, 'Insurance guide.pdf')).body).toBe(await keptOf('two'));
    const removed = await remove('staff', own, 'Insurance guide.pdf');
    expect(await filesAfter(removed)).toEqual(['Plan details (2026).pdf']);
    expect((await download('staff', own, 'Insurance guide.pdf')).status).toBe(404);
    expect((await remove('staff', own, 'Insurance guide.pdf')).status).toBe(404);
  });

  it('must be PDFs by their first bytes, of at most 20 MB, one for each upload, with a name that is safe everywhere', async () => {
    const tooLarge = new Uint8Array(20 * 1024 ** 2 + 1);
    tooLarge.set(new TextEncoder().encode('%PDF-'));
    expect(await upload('staff', own, 'a.pdf', '<html>')).toMatchObject({
      status: 400,
      body: { message: 'The file is not a PDF.' },
    });
    expect(await upload('staff', own, 'a.pdf', tooLarge)).toMatchObject({
      status: 413,
      body: { message: 'The file is larger than 20 MB.' },
    });
    expect((await upload('staff', own, 'a.pdf', pdf(), 'other')).status).toBe(400);
    for (const name of ['.pdf', 'a.b.pdf', '__proto__.pdf', '$where.pdf'])
      expect([name, (await upload('staff', own, name, pdf())).status]).toEqual([name, 400]);
    const json = await (await as('staff')).post(`/api/plan/${own}/flyers`, {});
    expect(json.status).toBe(415);
    for (const file of ['..%2Fsecret.pdf', 'a.b.pdf', 'plain', 'constructor'])
      expect([file, (await download('staff', own, file)).status]).toEqual([file, 400]);
    expect((await download('staff', own, 'constructor.pdf')).status).toBe(404);
  });

  it('are changed by Staff and Admin alone', async () => {
    for (const username of ['companyrep', 'providerrep', 'authorisedrep', 'auditor', 'devops']) {
      expect([username, (await upload(username, own, 'a.pdf', pdf())).status]).toEqual([username, 403]);
      expect([username, (await remove(username, own, 'Plan details (2026).pdf')).status]).toEqual([username, 403]);
    }
    expect((await upload('staff', 'TWR.there-is-none', 'a.pdf', pdf())).status).toBe(404);
  });

  it('are downloaded by those who have the plan in reach', async () => {
    const written = await upload('staff', foreign, 'Other.pdf', pdf());
    expect(written.status).toBe(200);
    await filesAfter(written);
    const reach = { companyrep: 403, providerrep: 403, devops: 403, staff: 200, admin: 200, auditor: 200 };
    for (const [username, status] of Object.entries(reach))
      expect([username, (await download(username, foreign, 'Other.pdf')).status]).toEqual([username, status]);
    // A flyer of another plan cannot be read through a plan in reach.
    expect((await download('companyrep', own, 'Other.pdf')).status).toBe(404);
    expect((await api.client().request(`/api/plan/download/Other.pdf?planId=${foreign}`)).status).toBe(401);
    expect((await (await as('staff')).request('/api/plan/download/Other.pdf')).status).toBe(400);
  });
});

describe('the analytics data of a plan', () => {
  const summary = async (username: string, planId: string, headers = {}) =>
    (await as(username)).request(`/api/plans/${planId}/analyticsSummaryCsv`, { headers });

  it('are a spreadsheet named after the plan, with what employers read, for every caller', async () => {
    const answer = await summary('companyrep', own);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-disposition')).toContain(`filename="Plan ${own}.csv"`);
    const text = answer.body as unknown as string;
    const [head, ...lines] = text.replace('\uFEFF', '').trimEnd().split('\r\n');
    expect(head).toMatch(/^Plan,As at,Members,/);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(new RegExp(`^Plan ${own},31/01/2026,14,`));
    expect((await summary('staff', own, { 'X-Audience': 'staff' })).body).toBe(answer.body);
  });

  it('are for those who have the plan in reach', async () => {
    const reach = { companyrep: 403, providerrep: 403, devops: 403, staff: 200, admin: 200, auditor: 200 };
    for (const [username, status] of Object.entries(reach))
      expect([username, (await summary(username, foreign)).status]).toEqual([username, status]);
    expect((await summary('staff', 'TWR.there-is-none')).status).toBe(404);
    expect((await summary('companyrep', 'TWR.there-is-none')).status).toBe(403);
    expect((await api.client().request(`/api/plans/${own}/analyticsSummaryCsv`)).status).toBe(401);
  });
});

describe('the logo of a provider', () => {
  let png: Buffer;
  let jpeg: Buffer;
  const uploadLogo = async (username: string, bytes: Uint8Array, providerId = 'WATTLE') => {
    const body = new FormData();
    body.append('file', new Blob([bytes as BlobPart], { type: 'text/plain' }), 'logo.txt');
    return (await as(username)).request(`/api/providers/${providerId}/logo`, { method: 'POST', body });
  };
  const removeLogo = async (username: string) =>
    (await as(username)).request('/api/providers/WATTLE/logo', { method: 'DELETE' });
  /** The logo on reports after a write. */
  const printedAfter = async ({ status }: { status: number }) => {
    expect(status).toBe(200);
    await caughtUp(engines, projector);
    const path = `/api/plans/${own}/reports/contacts`;
    return (await (await as('companyrep')).request(path)).body['encodedProviderLogo'];
  };
  const note = 'taken at -33.8688, 151.2093';
  /** A note of the camera behind the picture. */
  const noted = (picture: Buffer) => Buffer.concat([picture, Buffer.from(note)]);
  const pixelsOf = (dataUrl: unknown) => Buffer.from(String(dataUrl).split(',')[1]!, 'base64');
  beforeAll(async () => {
    png = await createCanvas(40, 20).encode('png');
    jpeg = await createCanvas(40, 20).encode('jpeg');
    const [provider, platform] = [
      { providerId: 'WATTLE', name: 'Wattle Advice', abn: null },
      { platformId: 'TWR', name: 'Tallowood', providerId: 'WATTLE' },
    ];
    await engines.store.transact(providerStream, 'WATTLE', recordProvider(provider), byTest());
    await engines.store.transact(platformStream, 'TWR', recordPlatform(platform), byTest());
    await caughtUp(engines, projector);
  });

  it('stands on reports from its upload by an Admin to its removal', async () => {
    const printedPng = await printedAfter(await uploadLogo('admin', noted(png)));
    expect(printedPng).toMatch(/^data:image\/png;base64,/);
    const printedJpeg = await printedAfter(await uploadLogo('admin', noted(jpeg)));
    expect(printedJpeg).toMatch(/^data:image\/jpeg;base64,/);
    const parties = (search: string) =>
      as('companyrep').then((one) => one.request(`/api/plans/${own}/reports/contacts${search}`));
    const { encodedProviderLogo: _, ...withoutLogo } = (await parties('')).body;
    expect((await parties('?without=logo')).body).toEqual({ ...withoutLogo, encodedProviderLogo: null });
    expect(withoutLogo).toMatchObject({
      contacts: { consultants: (withoutLogo['consultantContacts'] as { name: string }[]).map(({ name }) => name) },
    });
    for (const printed of [printedPng, printedJpeg].map(pixelsOf)) {
      const { width, height } = await loadImage(printed);
      expect([width, height, printed.includes(note)]).toEqual([40, 20, false]);
    }
    const listed = (await (await as('admin')).request('/api/providers/logos')).body as unknown as object[];
    expect(listed).toMatchObject([{ providerId: 'WATTLE', name: 'Wattle Advice', abn: null }]);
    expect(await printedAfter(await removeLogo('admin'))).toBeNull();
    expect(await removeLogo('admin')).toMatchObject({ status: 404, body: { message: 'This provider has no logo.' } });
  });

  it('must be a PNG or JPEG picture of at most 1 MB, by its first bytes', async () => {
    const tooLarge = new Uint8Array(1024 ** 2 + 1);
    tooLarge.set(png);
    expect(await uploadLogo('admin', new TextEncoder().encode('<svg/>'))).toMatchObject({
      status: 400,
      body: { message: 'The file is neither a PNG nor a JPEG picture.' },
    });
    expect(await uploadLogo('admin', tooLarge)).toMatchObject({
      status: 413,
      body: { message: 'The file is larger than 1 MB.' },
    });
    // The middle of its pixels is missing, which its decoder may not survive; the api does.
    expect(await uploadLogo('admin', Buffer.concat([png.subarray(0, 45), png.subarray(60)]))).toMatchObject({
      status: 400,
      body: { message: 'The picture is damaged. Save it again and try again.' },
    });
    expect(await uploadLogo('admin', png, 'NOBODY')).toMatchObject({
      status: 404,
      body: { message: 'There is no such provider.' },
    });
  });

  it('is drawn anew also where an earlier release stored it as it was sent', async () => {
    const logos = new GridFSBucket(engines.mongo.db('files'), { bucketName: 'logos' });
    const storedBefore = async (bytes: Buffer) => {
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const upload = logos.openUploadStream(sha256);
      const stored = once(upload, 'close');
      upload.end(bytes);
      await stored;
      const logo = { providerId: 'WATTLE', type: 'image/png' as const, sha256, bytes: bytes.length };
      await engines.store.transact(providerStream, 'WATTLE', giveLogo(logo), byTest());
      return { status: 200 };
    };
    const printed = await printedAfter(await storedBefore(noted(png)));
    const again = await printedAfter({ status: 200 });
    expect([pixelsOf(printed).includes(note), again]).toEqual([false, printed]);
    expect((await loadImage(pixelsOf(printed))).width).toBe(40);
    // One that is no picture stands nowhere.
    expect(await printedAfter(await storedBefore(Buffer.from('89504e470d0a1a0a010203', 'hex')))).toBeNull();
    expect((await removeLogo('admin')).status).toBe(200);
  });

  it('is changed by Admins alone', async () => {
    for (const username of ['companyrep', 'providerrep', 'authorisedrep', 'staff', 'auditor', 'devops']) {
      expect([username, (await uploadLogo(username, png)).status]).toEqual([username, 403]);
      expect([username, (await removeLogo(username)).status]).toEqual([username, 403]);
      expect([username, (await (await as(username)).request('/api/providers/logos')).status]).toEqual([username, 403]);
    }
  });
});
