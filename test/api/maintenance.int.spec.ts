import { Clock } from '@superscope/api/platform/time/clock';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
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
afterEach(() => vi.restoreAllMocks());
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
const announce = (client: ApiClient, body: object) =>
  client.request('/api/maintenance', {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
const hour = 3_600_000;
const from = (hours: number) => new Date(Date.now() + hours * hour).toISOString();
const itIs = (instant: string) => vi.spyOn(api.app.get(Clock), 'now').mockReturnValue(new Date(instant));
/** The message shown to everybody, including visitors who are not signed in. */
const told = async () => (await api.client().request('/actuator/info')).body['maintenanceMessage'];
const announced = async (client: ApiClient, written: Record<string, unknown>) => {
  const headers = { 'X-After': `${String(written['stream'])}@${String(written['position'])}` };
  return (await client.request('/api/maintenance', { headers })).body['notice'];
};

describe('a message of maintenance', () => {
  it('is shown to everybody from its beginning until its end, without a restart', async () => {
    const devops = await as('devops');
    const notice = { message: 'Sunday from 2:00 am', from: from(2), to: from(4) };
    const { status, body } = await announce(devops, notice);
    expect(status).toBe(200);
    expect(await announced(devops, body)).toEqual({ ...notice, shown: false });
    expect(await told()).toBeNull();
    itIs(notice.from);
    expect(await told()).toBe('Sunday from 2:00 am');
    expect((await devops.request('/api/maintenance')).body['notice']).toMatchObject({ shown: true });
    itIs(notice.to);
    expect(await told()).toBeNull();
    expect((await devops.request('/api/maintenance')).body['notice']).toBeNull();
  });

  it('is replaced by another, and removed', async () => {
    const admin = await as('admin');
    await announce(admin, { message: 'First', from: from(-1), to: from(1) });
    const { body } = await announce(admin, { message: 'Second', from: from(-1), to: from(1) });
    expect(await announced(admin, body)).toMatchObject({ message: 'Second', shown: true });
    expect(await told()).toBe('Second');
    const withdrawn = await admin.request('/api/maintenance', { method: 'DELETE' });
    expect(await announced(admin, withdrawn.body)).toBeNull();
    expect(await told()).toBeNull();
  });

  it('takes times as clocks in Sydney show them', async () => {
    const devops = await as('devops');
    const { body } = await announce(devops, { message: 'Summer', from: '2099-01-10T02:00', to: '2099-01-10T04:00' });
    expect(await announced(devops, body)).toMatchObject({
      from: '2099-01-09T15:00:00.000Z',
      to: '2099-01-09T17:00:00.000Z',
    });
  });

  it('is refused without text, without a time, and for a time that is over', async () => {
    const devops = await as('devops');
    const good = { message: 'Sunday', from: from(1), to: from(2) };
    for (const [wrong, why] of [
      [{ message: ' ' }, 'All fields must be completed'],
      [{ from: 'tonight' }, 'A time is written yyyy-MM-ddTHH:mm.'],
      [{ to: good.from }, 'The message must end after it begins.'],
      [{ from: from(-2), to: from(-1) }, 'This time is over already.'],
    ] as const)
      expect(await announce(devops, { ...good, ...wrong })).toMatchObject({ status: 400, body: { message: why } });
  });

  it('is set by developer operations and administrators alone', async () => {
    const good = { message: 'Sunday', from: from(1), to: from(2) };
    for (const username of ['companyrep', 'providerrep', 'authorisedrep', 'staff', 'auditor']) {
      const client = await as(username);
      expect([username, (await announce(client, good)).status]).toEqual([username, 403]);
      expect([username, (await client.request('/api/maintenance')).status]).toEqual([username, 403]);
      const withdrawn = await client.request('/api/maintenance', { method: 'DELETE' });
      expect([username, withdrawn.status]).toEqual([username, 403]);
    }
    expect((await api.client().request('/api/maintenance')).status).toBe(401);
  });
});
