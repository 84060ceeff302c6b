import { setTimeout as delay } from 'node:timers/promises';
import { Mailer } from '@superscope/api/mail/mailer';
import { WatchedFigures } from '@superscope/api/watches/notices/watched-figures';
import { WatchReactor } from '@superscope/api/watches/notices/watch-reactor';
import { watchesView } from '@superscope/contracts/read-models/watches';
import { watchedMetrics } from '@superscope/contracts/watched-metrics';
import { deactivateUser, userStream } from '@superscope/domain/user/user';
import { watchStream, type Watches } from '@superscope/domain/watch/watch';
import { EventStore } from '@superscope/event-store/event-store';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startApi, type ApiClient } from '../harness/api-server.js';
import { startWithAccounts } from '../harness/demo-accounts.js';
import type { PortalEngines } from '../harness/portal-engines.js';
import { byTest, SamplePlan } from '../harness/sample-plan.js';
import { StaffAccounts } from '../harness/staff-accounts.js';
import { caughtUp } from '../harness/set-aside.js';

const own = 'TWR.P0001';
const foreign = 'LBE.P0009';
const publicUrl = 'https://portal.example';

let engines: PortalEngines;
let api: Awaited<ReturnType<typeof startApi>>;
let projector: Awaited<ReturnType<PortalEngines['projector']>>;
let plan: SamplePlan;
let accounts: StaffAccounts;

beforeAll(async () => {
  engines = await startWithAccounts();
  projector = await engines.projector();
  await projector.start();
  api = await startApi(engines, { SUPERSCOPE_PUBLIC_URL: publicUrl });
  // Stops the reactor's own polling, which could run between two steps of a test. The tests trigger it.
  Object.defineProperty(api.app.get(WatchReactor), 'look', { value: () => Promise.resolve() });
  accounts = new StaffAccounts(engines, api);
  // The demo company representative belongs to TWR.P0001-E1.
  plan = new SamplePlan(engines.store, engines.identity, own);
  await plan.figures();
  await plan.register(60);
  await closes('2026-01', 80_000);
  await new SamplePlan(engines.store, engines.identity, foreign).register(1);
});
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  await api.stop();
  await projector.stop();
  await engines.stop();
});

const as = async (username: string): Promise<ApiClient> => {
  const client = api.client();
  await client.signIn(username);
  return client;
};
const after = ({ body }: { body: Record<string, unknown> }) => ({
  'X-After': `${String(body['stream'])}@${String(body['position'])}`,
});
/** Records a month and waits until it is closed. A month recorded after its closing day closes once its figures are derived. */
async function closes(month: string, balance: number): Promise<void> {
  await plan.month(month, balance);
  const staff = await as('staff');
  while ((await staff.request(`/api/plan/${own}`)).body['closedMonth'] !== month) await delay(50);
}
/** Waits until the view in which the reactor finds pending notices has one of the user's. */
async function due(userId: string): Promise<void> {
  const documents = engines.mongo
    .db('views')
    .collection<{ _id: string; notices?: Record<string, { outcome: unknown }> }>(watchesView.collection);
  const isDue = async () =>
    Object.values((await documents.findOne({ _id: userId }))?.notices ?? {}).some(({ outcome }) => outcome === null);
  while (!(await isDue())) await delay(20);
}
const turn = (of = api) => of.app.get(WatchReactor).turn();
const mailsTo = async (to: string) =>
  (await engines.mongo.db('ops').collection('outbox').find({ to }).sort({ at: 1 }).toArray()).map((mail) => ({
    subject: String(mail['subject']),
    text: String(mail['text']),
  }));
const stateOf = async (userId: string): Promise<Watches> => (await engines.store.load(watchStream, userId)).state;
/** Registers a reader with a mailbox and a watch. The watch has already seen the newest month, for which no mail is sent. */
async function reader(name: string, watch: object): Promise<{ client: ApiClient; email: string }> {
  const email = `${name}@example.com`;
  await accounts.register(name, email);
  const client = await as(name);
  const set = await client.post('/api/watches', { planId: own, ...watch });
  expect(set.status).toBe(200);
  await client.request('/api/watches', { headers: after(set) });
  await turn();
  expect(await mailsTo(email)).toEqual([]);
  return { client, email };
}
const closing = { metric: null, direction: null, threshold: null };
const balanceAbove = (threshold: number) => ({ metric: 'averageBalance', direction: 'above', threshold });

describe('a reader’s watches', () => {
  it('are set, listed and removed by the reader, for plans in their reach', async () => {
    const rep = await as('companyrep');
    const below = { planId: own, metric: 'superScore', direction: 'below', threshold: 2.5 };
    const set = await rep.post('/api/watches', below);
    expect(set.status).toBe(200);
    const { body } = await rep.request('/api/watches', { headers: after(set) });
    expect(body).toEqual({
      watches: [{ ...below, watchId: expect.any(String) as string, planName: `Plan ${own}`, toldOf: null }],
      canBeMailed: true,
    });
    expect((await (await as('staff')).request('/api/watches')).body['watches']).toEqual([]);
    expect((await rep.post('/api/watches', { ...below, planId: foreign })).status).toBe(403);
    expect((await (await as('staff')).post('/api/watches', { ...below, planId: 'TWR.none' })).status).toBe(404);
    const [{ watchId }] = body['watches'] as [{ watchId: string }];
    const removed = await rep.request(`/api/watches/${watchId}`, { method: 'DELETE' });
    expect((await rep.request('/api/watches', { headers: after(removed) })).body['watches']).toEqual([]);
  });

  it('are refused for unknown figures, and for values that a figure cannot have', async () => {
    const staff = await as('staff');
    for (const wrong of [
      { ...balanceAbove(1), metric: 'salaryOfTheBoss' },
      { metric: 'superScore', direction: 'above', threshold: 6 },
      { metric: 'superScore', direction: null, threshold: 3 },
      { ...closing, threshold: 3 },
    ])
      expect([wrong, (await staff.post('/api/watches', { planId: own, ...wrong })).status]).toEqual([wrong, 400]);
  });

  it('are refused to roles that read no figures or write nothing', async () => {
    for (const username of ['devops', 'auditor'])
      expect([username, (await (await as(username)).request('/api/watches')).status]).toEqual([username, 403]);
    expect((await api.client().request('/api/watches')).status).toBe(401);
  });
});

it('cover figures that are published for a whole plan by month', async () => {
  const keys = watchedMetrics.map(({ key }) => key);
  const asker = { role: 'Staff', scope: { kind: 'all' } } as const;
  const figures = await api.app.get(WatchedFigures).read(own, '2026-01', new Set(keys), asker);
  expect([...figures.keys()].sort()).toEqual([...keys].sort());
  expect(figures.get('members')?.value).toBe(60);
  expect(figures.get('superScore')?.value).toBeGreaterThan(0);
  // Two thirds have no nominated beneficiary, plus or minus the noise of a small plan.
  expect(figures.get('nominatedBeneficiaryConcern')?.value).toBeGreaterThan(40);
  expect(figures.get('nominatedBeneficiaryConcern')?.value).toBeLessThan(90);
});

describe('a month that closes', () => {
  it('is mailed once to its watchers, with links and without figures, however often the reactor runs', async () => {
    const { client, email } = await reader('monthly', closing);
    const other = await startApi(engines, { SUPERSCOPE_PUBLIC_URL: publicUrl });
    await closes('2026-02', 80_000);
    await Promise.all([turn(), turn(other), turn()]);
    await other.stop();
    await turn();
    const [mail, ...more] = await mailsTo(email);
    expect(more).toEqual([]);
    expect(mail!.subject).toBe('A month of a plan that you watch has closed');
    expect(mail!.text).toContain(`Plan ${own}, February 2026:\n- February 2026 has closed`);
    expect(mail!.text).toContain(`${publicUrl}/dashboard?plan=${own}`);
    expect(mail!.text).toContain(`${publicUrl}/watches`);
    await caughtUp(engines, projector);
    expect((await client.request('/api/watches')).body['watches']).toMatchObject([{ toldOf: '2026-02' }]);
  });

  it('is mailed when a figure has crossed the value, and not again while it stays there', async () => {
    const { email } = await reader('crossing', balanceAbove(140_000));
    await closes('2026-03', 200_000);
    await turn();
    await closes('2026-04', 210_000);
    await turn();
    const [mail, ...more] = await mailsTo(email);
    expect(more).toEqual([]);
    expect(mail!.subject).toBe('A figure that you watch has crossed your value');
    expect(mail!.text).toContain('- Average total assets owned has risen above the value that you set.');
    expect(mail!.text).not.toMatch(/140|200/);
  });

  it('is not mailed to readers who may no longer see the plan', async () => {
    const { email } = await reader('leaver', closing);
    await engines.store.transact(userStream, 'leaver', deactivateUser, byTest());
    await closes('2026-05', 80_000);
    await turn();
    expect(Object.values((await stateOf('leaver')).watches)).toMatchObject([{ month: '2026-05' }]);
    expect((await stateOf('leaver')).due).toEqual({});
    expect(await mailsTo(email)).toEqual([]);
  });

  it('is mailed once the mail server takes it', async () => {
    const { email } = await reader('patient', closing);
    await closes('2026-06', 80_000);
    const refused = vi.spyOn(api.app.get(Mailer), 'send').mockRejectedValue(new Error('The mail server is away.'));
    await turn();
    expect(refused).toHaveBeenCalled();
    expect(Object.keys((await stateOf('patient')).due)).toHaveLength(1);
    refused.mockRestore();
    await due('patient');
    await turn();
    expect(await mailsTo(email)).toHaveLength(1);
    expect((await stateOf('patient')).due).toEqual({});
  });

  it('is not mailed twice if a process ended between the mail and its event', async () => {
    const { email } = await reader('crashed', closing);
    await closes('2026-07', 80_000);
    const store = api.app.get(EventStore);
    const transact = store.transact.bind(store);
    const crash = vi.spyOn(store, 'transact').mockImplementation((...asked) => {
      if (asked[3].commandId.startsWith('watch-notice/')) throw new Error('The process has ended.');
      return transact(...asked);
    });
    await turn();
    expect(crash).toHaveBeenCalled();
    crash.mockRestore();
    await due('crashed');
    await turn();
    expect(Object.keys((await stateOf('crashed')).due)).toHaveLength(1);
    // Ages the claim of the ended process, so that another process may take it over.
    const claims = engines.mongo.db('ops').collection<{ _id: string; at: Date }>('watch_mails');
    await claims.updateMany({}, { $set: { at: new Date(Date.now() - 3_600_000) } });
    await turn();
    expect((await stateOf('crashed')).due).toEqual({});
    expect(await mailsTo(email)).toHaveLength(1);
  });

  it('is not mailed to readers who lost access to the plan before the mail was sent', async () => {
    const { email } = await reader('late', closing);
    await closes('2026-08', 80_000);
    const away = vi.spyOn(api.app.get(Mailer), 'send').mockRejectedValue(new Error('The mail server is away.'));
    await turn();
    away.mockRestore();
    await engines.store.transact(userStream, 'late', deactivateUser, byTest());
    await due('late');
    await turn();
    expect(await mailsTo(email)).toEqual([]);
    expect((await stateOf('late')).due).toEqual({});
  });
});
