import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type ApiClient } from '../harness/api-server.js';
import { startWithAccounts } from '../harness/demo-accounts.js';
import type { PortalEngines } from '../harness/portal-engines.js';

let engines: PortalEngines;
let api: Awaited<ReturnType<typeof startApi>>;
let projector: Awaited<ReturnType<PortalEngines['projector']>>;
beforeAll(async () => {
  engines = await startWithAccounts();
  projector = await engines.projector();
  await projector.start();
  api = await startApi(engines);
});
afterAll(async () => {
  await api.stop();
  await projector.stop();
  await engines.stop();
});

const as = async (username: string) => {
  const client = api.client();
  await client.signIn(username);
  return client;
};
const put = (client: ApiClient, file: unknown) =>
  client.request('/api/news', {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(file),
  });
const item = (title: string) => ({
  topic: 'Members',
  date: '2026-11-12',
  title,
  summary: 'In short.',
  body: ['More.'],
});
const four = { items: ['One', 'Two', 'Three', 'Four'].map(item) };

describe('the news', () => {
  it('are four items from the beginning, for everybody who sees plans', async () => {
    for (const username of ['companyrep', 'providerrep', 'authorisedrep', 'staff', 'admin', 'auditor']) {
      const { status, body } = await (await as(username)).request('/api/news');
      expect([username, status, (body['items'] as unknown[]).length]).toEqual([username, 200, 4]);
    }
    expect((await (await as('devops')).request('/api/news')).status).toBe(403);
    expect((await api.client().request('/api/news')).status).toBe(401);
  });

  it('are replaced by Staff and Admin only, and visible at once to whoever replaced them', async () => {
    for (const username of ['companyrep', 'providerrep', 'authorisedrep', 'auditor', 'devops'])
      expect([username, (await put(await as(username), four)).status]).toEqual([username, 403]);
    const staff = await as('staff');
    const { status, body } = await put(staff, four);
    expect(status).toBe(200);
    const headers = { 'X-After': `${String(body['stream'])}@${String(body['position'])}` };
    expect((await staff.request('/api/news', { headers })).body).toEqual({ revision: 0, ...four });
    const other = { items: four.items.toReversed() };
    expect((await put(await as('admin'), other)).status).toBe(200);
  });

  it('are kept when the file was made of news that somebody replaced since', async () => {
    const [staff, admin] = [await as('staff'), await as('admin')];
    const made = await put(staff, { items: ['A', 'B', 'C', 'D'].map(item) });
    const revision = Number(made.body['revision']);
    const both = await Promise.all([
      put(staff, { revision, items: ['E', 'F', 'G', 'H'].map(item) }),
      put(admin, { revision, items: ['I', 'J', 'K', 'L'].map(item) }),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const { body: refused } = both.find(({ status }) => status === 409)!;
    expect(refused.message).toMatch(
      /^.+ replaced the news on .+, after this file was saved\. Yours were not saved: save news\.json again and put yours in\.$/,
    );
    expect((await put(admin, four)).status).toBe(200);
    expect((await put(admin, { ...four, revision: 'newest' })).status).toBe(400);
  });

  it('are refused unless they are four complete items', async () => {
    const staff = await as('staff');
    const wrong: unknown[] = [
      {},
      { items: four.items.slice(1) },
      { items: [...four.items, item('Five')] },
      { items: [{ ...item('One'), date: '2026-02-30' }, ...four.items.slice(1)] },
      { items: [{ ...item('One'), html: '<b>' }, ...four.items.slice(1)] },
      { items: [{ ...item(' ') }, ...four.items.slice(1)] },
      { items: [{ ...item('One'), body: [] }, ...four.items.slice(1)] },
    ];
    for (const file of wrong) expect([file, (await put(staff, file)).status]).toEqual([file, 400]);
  });
});
