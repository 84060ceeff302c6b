import { reviseUser, userStream } from '@superscope/domain/user/user';
import { sydneyDate } from '@superscope/domain/calendar-dates';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startApi, type ApiClient } from '../harness/api-server.js';
import { startWithAccounts } from '../harness/demo-accounts.js';
import type { PortalEngines } from '../harness/portal-engines.js';
import { byTest } from '../harness/sample-plan.js';
import { StaffAccounts } from '../harness/staff-accounts.js';

let engines: PortalEngines;
let api: Awaited<ReturnType<typeof startApi>>;
let projector: Awaited<ReturnType<PortalEngines['projector']>>;
let auditor: ApiClient;

const today = sydneyDate(new Date());
const path = '/api/authentication/access';
type Row = Record<string, unknown>;

beforeAll(async () => {
  engines = await startWithAccounts();
  projector = await engines.projector();
  await projector.start();
  api = await startApi(engines);
  auditor = api.client();
  await auditor.signIn('auditor');
  await new StaffAccounts(engines, api).register('mover', 'mover@example.com');
  const { registration } = (await engines.store.load(userStream, 'mover')).state;
  const revised = { ...registration!, role: 'Auditor' } as const;
  // On a later day than the registration.
  const later = { ...byTest(), at: '2031-05-02T03:00:00.000Z' };
  await engines.store.transact(userStream, 'mover', reviseUser(revised), later);
});
afterAll(async () => {
  await api.stop();
  await projector.stop();
  await engines.stop();
});

async function on(day: string, username: string): Promise<Row | undefined> {
  const { status, body } = await auditor.request(`${path}?on=${day}`);
  expect(status).toBe(200);
  return (body['users'] as Row[]).find((row) => row['username'] === username);
}

describe('who may see what, on a day', () => {
  it('is what was recorded until the end of that day', async () => {
    await vi.waitFor(async () => expect(await on('2031-05-02', 'mover')).toMatchObject({ role: 'Auditor' }), 30_000);
    expect(await on('2031-05-01', 'mover')).toMatchObject({ role: 'Staff', active: true, verified: true, app: false });
    expect(await on('2020-01-01', 'mover')).toBeUndefined();
    expect(await on(today, 'companyrep')).toMatchObject({ contextId: 'TWR.P0001-E1', role: 'CompanyRep' });
  });

  it('shows the last sign-in until then', async () => {
    await vi.waitFor(async () => expect((await on(today, 'auditor'))?.['lastSignInAt']).toEqual(expect.any(String)), {
      timeout: 15_000,
    });
    expect(await on(today, 'mover')).toMatchObject({ lastSignInAt: null });
  });

  it('is also a file, which is noted in the access log before it is sent', async () => {
    const answer = await auditor.request(`/api/authentication/accessCsv?on=${today}`);
    const [year, month, day] = today.split('-');
    expect(answer.headers.get('Content-Disposition')).toContain(`who_may_see_what_${day}${month}${year}.csv`);
    expect(String(answer.body)).toMatch(/\nmover,,mover@example\.com,Staff,/);
    const ofRole = String((await auditor.request(`/api/authentication/accessCsv?on=${today}&role=Auditor`)).body);
    const users = ofRole.trim().split('\n').slice(1);
    expect(users.length).toBeGreaterThan(0);
    expect(users.filter((user) => !user.includes(',Auditor,'))).toEqual([]);
    const noted: string[] = [];
    for await (const batch of engines.store.readAll({ from: null }))
      for (const event of batch)
        if (event.type === 'AccessRecorded') noted.push(JSON.stringify((event as { data: unknown }).data));
    expect(noted.join()).toContain('who may see what');
  });

  it('names who changed a role, from what to what, by the events of then', async () => {
    const { registration } = (await engines.store.load(userStream, 'mover')).state;
    const renamed = { ...registration!, personal: { ...registration!.personal, name: 'Ada Mover' } };
    const changes = async () => (await auditor.request('/api/history/roleChanges')).body['changes'] as Row[];
    await engines.store.transact(userStream, 'mover', reviseUser(renamed), byTest());
    await engines.store.transact(userStream, 'mover', reviseUser({ ...renamed, role: 'DevOps' }), byTest());
    await vi.waitFor(async () => expect(await changes()).toHaveLength(2), 30_000);
    const [newest, first] = await changes();
    expect(newest).toMatchObject({ userId: 'mover', from: 'Auditor', to: 'DevOps' });
    expect(first).toMatchObject({ userId: 'mover', from: 'Staff', to: 'Auditor', at: '2031-05-02T03:00:00.000Z' });
    const { body } = await auditor.request(`/api/history/events/${String(first!['place'])}`);
    expect(body['event']).toMatchObject({ type: 'UserDetailsRevised', stream: 'user-mover' });
    const older = await auditor.request(`/api/history/roleChanges?before=${String(newest!['place'])}`);
    expect((older.body['changes'] as Row[]).map(({ to }) => to)).toEqual(['Auditor']);
  });

  it('is for Auditors and Admins alone', async () => {
    for (const [username, status] of [
      ['admin', 200],
      ['staff', 403],
      ['devops', 403],
      ['companyrep', 403],
    ] as const) {
      const client = api.client();
      await client.signIn(username);
      expect([username, (await client.request(`${path}?on=${today}`)).status]).toEqual([username, status]);
    }
  });
});
