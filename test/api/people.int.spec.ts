import { runUsersTask } from '@superscope/api/users/command-line/users-tool';
import { readUsersTask } from '@superscope/api/users/command-line/users-arguments';
import { readEnv } from '@superscope/api/env';
import { AccessLog } from '@superscope/api/platform/access/access-log';
import { demoAccounts } from '@superscope/contracts/demo-accounts';
import type { AccessEntry } from '@superscope/domain/access/access';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startApi, testPassword } from '../harness/api-server.js';
import { PortalEngines } from '../harness/portal-engines.js';

let engines: PortalEngines;
let api: Awaited<ReturnType<typeof startApi>>;
let projector: Awaited<ReturnType<PortalEngines['projector']>>;
const publicUrl = 'https://portal.example';

beforeAll(async () => {
  engines = await PortalEngines.start();
  projector = await engines.projector();
  await projector.start();
  api = await startApi(engines, { SUPERSCOPE_PUBLIC_URL: publicUrl });
});
afterAll(async () => {
  await api.stop();
  await projector.stop();
  await engines.stop();
});

const users = (line: string) =>
  runUsersTask(
    readUsersTask(line.split(' ')),
    readEnv({
      EVENTSTORE_URL: engines.urls.eventStore,
      MONGODB_URL: engines.urls.mongo,
      CLICKHOUSE_URL: engines.urls.clickhouse,
      SUPERSCOPE_MASTER_KEY: engines.masterKey,
      SUPERSCOPE_DEMO: 'true',
      SUPERSCOPE_PUBLIC_URL: publicUrl,
    }),
  );

const mailsTo = async (email: string) => {
  const mails = await engines.mongo.db('ops').collection('outbox').find({ to: email }).sort({ at: 1 }).toArray();
  return mails.map((mail) => String(mail['text']));
};

describe('people', () => {
  it('who are added set their first password by the mailed link, and sign in with a code if one is required', async () => {
    await users('add nadia --email nadia@example.com --role Staff --name Nadia --code');
    const [invitation] = await mailsTo('nadia@example.com');
    const token = /activate\?token=([\w-]+)/.exec(invitation!)![1]!;
    const browser = api.client();
    expect(await browser.signIn('nadia', 'anything-at-all')).toMatchObject({
      status: 412,
      body: { message: 'This account has to be activated before it can be used.' },
    });
    const password = 'tram-5-Lemon-kite';
    const set = { token, password, confirmPassword: password };
    expect((await browser.post('/api/authentication/passwordReset', set)).status).toBe(204);
    expect(await browser.signIn('nadia@example.com', password)).toMatchObject({ body: { mfaRequired: true } });
    const mfaCode = /\b(\d{6})\b/.exec((await mailsTo('nadia@example.com'))[1]!)![1]!;
    expect(await browser.signIn('nadia', password, { mfaCode })).toMatchObject({ body: { user: { role: 'Staff' } } });
  });

  it('who have no password yet can be invited again by an Admin, which is logged; others cannot', async () => {
    await users('add iris --email iris@example.com --role Staff --no-mail');
    await users('add ivo --email ivo@example.com --role Staff --no-mail');
    await users('deactivate ivo');
    const admin = api.client();
    await admin.signIn('admin');
    const invite = (client: typeof admin, username: string) =>
      client.request(`/api/authentication/users/${engines.identity.userIdOf(username)}/invitation`, { method: 'POST' });
    expect(await invite(admin, 'iris')).toMatchObject({
      status: 200,
      body: { message: 'A link to choose a password was mailed to iris@example.com.' },
    });
    expect((await mailsTo('iris@example.com')).filter((mail) => mail.includes('activate?token='))).toHaveLength(1);
    expect(await invite(admin, 'ivo')).toMatchObject({
      status: 409,
      body: { message: 'This account is not waiting for a password: nothing was mailed.' },
    });
    expect((await invite(admin, 'nobody-at-all')).status).toBe(404);
    expect(await mailsTo('ivo@example.com')).toEqual([]);
    const staff = api.client();
    await staff.signIn('staff');
    expect((await invite(staff, 'iris')).status).toBe(403);
    await api.app.get(AccessLog).flush();
    const noted: string[] = [];
    for await (const batch of engines.store.readAll({ from: null, prefixes: ['access-'] }))
      for (const event of batch)
        if ('data' in event)
          for (const { action, object, userId } of (event.data as { entries: AccessEntry[] }).entries)
            if (action === 'sent invitation again') noted.push(`${userId} ${object}`);
    expect(noted).toEqual([`admin ${engines.identity.userIdOf('iris')}`]);
  });

  it('who have no password yet get a link by asking for one; any works, one of them once; nobody else gets one', async () => {
    await users('add omar --email omar@example.com --role Staff --no-mail');
    await users('add gone --email gone@example.com --role Staff --no-mail');
    await users('deactivate gone');
    const browser = api.client();
    const ask = (username: string) => browser.post('/api/authentication/activationLink', { username });
    const links = async () => (await mailsTo('omar@example.com')).map((mail) => /token=([\w-]+)/.exec(mail)![1]!);
    for (const username of ['nobody-at-all', 'gone', 'staff', 'omar']) expect((await ask(username)).status).toBe(204);
    await vi.waitFor(async () => expect(await links()).toHaveLength(1), 30_000);
    expect((await ask('omar@example.com')).status).toBe(204);
    await vi.waitFor(async () => expect(await links()).toHaveLength(2), 30_000);
    expect(await mailsTo('gone@example.com')).toEqual([]);
    const password = 'tram-5-Lemon-kite';
    const set = async (token: string) =>
      (await browser.post('/api/authentication/passwordReset', { token, password, confirmPassword: password })).status;
    const [older, newest] = await links();
    expect(await set(older!)).toBe(204);
    expect(await set(older!)).toBe(400);
    expect(await set(newest!)).toBe(400);
    expect((await browser.signIn('omar', password)).status).toBe(200);
    expect((await api.client().signIn('gone', password)).status).toBe(401);
    // The account is activated already, so no link is sent.
    await users('add pia --email pia@example.com --role Staff --no-mail');
    for (const username of ['omar', 'pia']) expect((await ask(username)).status).toBe(204);
    await vi.waitFor(async () => expect(await mailsTo('pia@example.com')).toHaveLength(1), 30_000);
    expect(await links()).toHaveLength(2);
  });

  it('have one account for a name and an address, and a context that fits their role', async () => {
    await users('add first --email first@example.com --role Staff --no-mail');
    await expect(users('add first --email other@example.com --role Staff')).rejects.toThrow('This username is taken.');
    await expect(users('add other --email first@example.com --role Staff')).rejects.toThrow(
      'This e-mail address is taken.',
    );
    await expect(users('add rep --email rep@example.com --role CompanyRep')).rejects.toThrow(/Id is required/);
    expect(await mailsTo('first@example.com')).toEqual([]);
    // A refused registration reserves neither name nor address.
    await users('add third --email other@example.com --role Staff --no-mail');
  });

  it('who are deactivated are signed out and do not get in again; the last Admin stays', async () => {
    const browser = api.client();
    await browser.signIn('auditor');
    expect(await users('deactivate auditor')).toBe('auditor is deactivated and signed out.');
    expect((await api.client().signIn('auditor')).status).toBe(401);
    expect(await engines.mongo.db('ops').collection('sessions').countDocuments({ userId: 'auditor' })).toBe(0);
    await expect(users('deactivate admin')).rejects.toThrow('The last Admin cannot be removed.');
    await expect(users('deactivate nobody')).rejects.toThrow('There is no user nobody.');
    expect((await api.client().signIn('admin')).status).toBe(200);
  });

  it('are listed with role, context, address and state', async () => {
    await users('add zoe --email zoe@example.com --role ProviderRep --context provider:TALLOWOOD --no-mail');
    await users('deactivate zoe');
    const listed = async () => (await users('list')).split('\n').find((each) => each.startsWith('zoe'));
    await expect
      .poll(async () => (await listed())?.split(/ {2,}/), { timeout: 20_000 })
      .toEqual(['zoe', 'ProviderRep', 'provider:TALLOWOOD', 'zoe@example.com', 'deactivated']);
  });

  it('of the demo have addresses; one more than the seven is asked for a code', async () => {
    for (const { username, email, emailCode } of demoAccounts.filter((each) => each.username !== 'auditor')) {
      const answer = await api.client().signIn(email, testPassword);
      expect(answer.status, username).toBe(emailCode ? 401 : 200);
      expect(answer.body.mfaRequired, username).toBe(emailCode ? true : undefined);
    }
    expect(demoAccounts.filter(({ emailCode }) => emailCode).map(({ username }) => username)).toEqual(['consultant']);
    expect(await mailsTo('owen.pryce@demo.example')).toHaveLength(1);
  });
});

describe('the outbox', () => {
  const listed = async (url: string, who: string) => {
    const browser = api.client();
    await browser.signIn(who);
    return browser.request(url);
  };

  it('is shown to operations, the newest first and by the page, and to nobody else', async () => {
    for (const who of ['devops', 'admin']) expect((await listed('/api/outbox', who)).status).toBe(200);
    for (const who of ['companyrep', 'providerrep', 'authorisedrep', 'staff'])
      expect((await listed('/api/outbox', who)).status, who).toBe(403);
    expect((await api.client().request('/api/outbox')).status).toBe(401);
    const { body } = await listed('/api/outbox?size=1', 'devops');
    expect(body).toMatchObject({ hasServer: false, mails: [{ state: 'kept', text: expect.any(String) as string }] });
    expect((body['mails'] as unknown[]).length).toBe(1);
    expect(body['total']).toBeGreaterThan(1);
  });

  it('shows no text outside the demo, not even of mails that were kept before', async () => {
    const other = await startApi(engines, { SUPERSCOPE_DEMO: 'false' });
    const browser = other.client();
    await browser.signIn('devops');
    const { body } = await browser.request('/api/outbox?size=100');
    const mails = body['mails'] as { text: string | null }[];
    expect(mails.length).toBeGreaterThan(1);
    expect(mails.every(({ text }) => text === null)).toBe(true);
    await other.stop();
  });
});
