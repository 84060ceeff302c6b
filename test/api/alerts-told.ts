import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { episodesOf, messagesOf } from '@superscope/api/alerts/alert-documents';
import { looksOf } from '@superscope/api/platform/checks/newest-look';
import { AlertMessages } from '@superscope/api/alerts/alert-messages';
import { AlertWatch } from '@superscope/api/alerts/alert-watch';
import { MongoAwayTelling } from '@superscope/api/alerts/mongo-away-telling';
import { DevOpsTrees } from '@superscope/api/dev-ops/dev-ops-trees';
import { alertChecks } from '@superscope/api/operations/doctor/alert-checks';
import { OwnChecks, type Finding } from '@superscope/api/platform/checks/own-checks';
import type { AddedAddress, Alert, AlertCount, AlertList, TestResults } from '@superscope/contracts/alerts';
import { startMongo } from '@superscope/embedded/mongo/mongo-engine';
import { RawEventLog } from '@superscope/event-store/reading/raw-event-log';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startApi, type ApiClient } from '../harness/api-server.js';
import { startMailServer } from '../harness/mail-server.js';
import type { PortalEngines } from '../harness/portal-engines.js';

const minute = 60_000;
const day = 24 * 60 * minute;
const secretPath = '/hook/T024-a-secret';

/** Alerts that reach somebody, on a suite's engines. */
export function describeAlerts(enginesOf: () => PortalEngines): void {
  describe('an alert', () => {
    let engines: PortalEngines;
    let mail: Awaited<ReturnType<typeof startMailServer>>;
    let first: Awaited<ReturnType<typeof startApi>>;
    let second: typeof first;
    let admin: ApiClient;
    let devops: ApiClient;
    let finding: Finding | null = null;
    const log: string[] = [];
    const hooks: { body: string; headers: IncomingHttpHeaders }[] = [];
    let answers = 200;
    const hook = createServer((request, response) => {
      void text(request).then((body) => {
        hooks.push({ body, headers: request.headers });
        response.writeHead(answers).end('Ms Okafor');
      });
    });
    let key = '';
    /** Looks are given a moment, so that days pass at once. */
    let now = Date.now();

    const looks = async (minutes: number, by = [first]) => {
      for (const each of by) await each.app.get(AlertWatch).look(new Date(now));
      await Promise.all([first, second].map(({ app }) => app.get(AlertMessages).deliver(new Date(now + day))));
      now += minutes * minute;
    };
    const list = async () => (await devops.request('/api/alerts')).body as unknown as AlertList;
    const own = async () => (await list()).alerts.find(({ check }) => check === 'StandIn');
    const kinds = () => hooks.map(({ body }) => (JSON.parse(body) as { kind: string }).kind);
    const ops = () => ({ db: engines.mongo.db('ops') });
    const change = (how: string, body?: object, by = devops) =>
      by.request(`/api/alerts/StandIn/${how}`, {
        method: 'POST',
        ...(body !== undefined && { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
      });

    beforeAll(async () => {
      engines = enginesOf();
      mail = await startMailServer();
      await new Promise<void>((done) => hook.listen(0, '127.0.0.1', done));
      const settings = { SUPERSCOPE_ALERT_LOOPBACK: 'true', SMTP_URL: mail.url, LOG_LEVEL: 'info' };
      const logTo = { write: (line: string) => void log.push(line) };
      [first, second] = [await startApi(engines, settings, logTo), await startApi(engines, settings, logTo)];
      for (const { app } of [first, second]) {
        app.get(OwnChecks).add({ name: 'StandIn', looksAt: 'the stand-in is well', look: () => finding });
        // What other tests of the suite leave behind is not looked at.
        const trees = app.get(DevOpsTrees);
        const all = trees.checks.bind(trees);
        vi.spyOn(trees, 'checks').mockImplementation(async () =>
          (await all()).filter(({ name }) => name === 'StandIn' || name === 'MongoAway'),
        );
        // Looks come from the tests alone.
        await app.get(AlertWatch).beforeApplicationShutdown();
      }
      [admin, devops] = [first.client(), second.client()];
      await admin.signIn('admin');
      await devops.signIn('devops');
    });
    afterAll(async () => {
      hook.closeAllConnections();
      hook.close();
      await first.stop();
      await second.stop();
      await mail.stop();
    });
    beforeEach(async () => {
      [finding, answers] = [null, 200];
      hooks.length = mail.mails.length = 0;
      await episodesOf(ops()).deleteMany({});
      await messagesOf(ops()).deleteMany({});
      await engines.mongo.db('ops').collection('found_checks').deleteMany({});
    });

    const url = () => `http://127.0.0.1:${(hook.address() as AddressInfo).port}${secretPath}`;
    const fires = (...labels: string[]): Finding => ({
      state: 'fires',
      said: 'the stand-in is not well',
      parts: labels.map((label) => ({ label, description: '' })),
    });

    it('goes to addresses that an Admin adds, and no address of a webhook is told again, kept or logged', async () => {
      const webhook = { form: 'json', name: 'Night watch', where: url() };
      const support = { form: 'mail', name: 'Support', where: 'support@fund.example' };
      expect((await devops.post('/api/alerts/addresses', webhook)).status).toBe(403);
      expect((await devops.post('/api/alerts/test', {})).status).toBe(403);
      const added = await admin.post('/api/alerts/addresses', webhook);
      expect([added.status, added.body.message]).toEqual([201, undefined]);
      const { addressId } = added.body as unknown as AddedAddress;
      const replaced = await admin.request(`/api/alerts/addresses/${addressId}/key`, { method: 'POST' });
      key = String(replaced.body['key']);
      expect(key).toHaveLength(43);
      expect(key).not.toBe(added.body['key']);
      expect((await admin.post('/api/alerts/addresses', support)).body['key']).toBeNull();
      expect((await admin.post('/api/alerts/addresses', webhook)).body.message).toBe(
        'Alerts go to this address already.',
      );
      for (const where of ['https://10.0.0.8/hook', 'https://[::ffff:192.168.1.1]/', 'http://hooks.example.com/'])
        expect((await admin.post('/api/alerts/addresses', { ...webhook, where })).status).toBe(400);
      const told = await list();
      expect(told.addresses.map(({ name, where }) => [name, where])).toEqual([
        ['Night watch', `${new URL(url()).origin}/…`],
        ['Support', 'support@fund.example'],
      ]);
      const stored: string[] = [JSON.stringify(told), ...log];
      const raw = new RawEventLog(engines.urls.eventStore);
      for await (const batch of raw.stored()) for (const { data } of batch) stored.push(Buffer.from(data).toString());
      await raw.close();
      for (const each of stored) for (const secret of [secretPath, key]) expect(each).not.toContain(secret);
    });

    it('is told once by two processes: when it begins, each day and when it ends', async () => {
      const both = [first, second];
      finding = fires('one');
      await looks(1, both);
      expect(hooks).toEqual([]);
      await looks(1, both);
      await looks(1, both);
      expect(kinds()).toEqual(['began']);
      expect(mail.mails.map(({ to }) => to)).toEqual(['support@fund.example']);
      const [{ body, headers }] = hooks as [(typeof hooks)[number]];
      const timestamp = String(headers['x-superscope-timestamp']);
      const signature = createHmac('sha256', key).update(`${timestamp}.${body}`).digest('hex');
      expect(headers['x-superscope-signature']).toBe(`sha256=${signature}`);
      expect(Object.keys(JSON.parse(body) as object).toSorted()).toEqual([
        'at',
        'check',
        'kind',
        'link',
        'since',
        'state',
      ]);
      expect(body + mail.mails[0]!.text).not.toMatch(/stand-in is not well|one/);
      expect(body).toContain('/operations/alerts#alert-stand-in');
      now += day;
      await looks(1, both);
      finding = null;
      await looks(5, both);
      await looks(1, both);
      expect(kinds()).toEqual(['began', 'again', 'ended']);
      expect(mail.mails).toHaveLength(3);
      expect((await list()).told.slice(0, 3)).toMatchObject([
        { kind: 'ended', title: 'Stand in', to: ['Night watch', 'Support'], delivered: 2, failed: [] },
        { kind: 'again' },
        { kind: 'began' },
      ]);
    });

    it('is told at least once and at most twice if its process ends between two steps', async () => {
      finding = fires();
      await looks(1);
      const before = (await episodesOf(ops()).findOne({ _id: 'StandIn' }))!;
      await looks(0);
      // The process ended after the messages were kept, and before the episode said so.
      await episodesOf(ops()).replaceOne({ _id: 'StandIn' }, before);
      await looks(0, [second]);
      expect(kinds()).toEqual(['began']);
      // It ended after a message was sent, and before that was noted; and then once more.
      const lost = { $set: { state: 'sending' as const, sentAt: new Date(now - day) } };
      for (let times = 0; times < 3; times += 1) {
        await messagesOf(ops()).updateMany({ form: 'json' }, lost);
        await looks(0, [second]);
      }
      expect(kinds()).toEqual(['began', 'began']);
      expect(new Set(hooks.map(({ headers }) => headers['x-superscope-id'])).size).toBe(1);
      expect((await messagesOf(ops()).findOne({ form: 'json' }))?.state).toBe('unknown');
    });

    it('is tried again while an address refuses it, eight times at most, and others hear of it at once', async () => {
      [finding, answers] = [fires(), 503];
      await looks(1);
      for (let times = 0; times < 12; times += 1) await looks(0.01);
      expect(hooks).toHaveLength(8);
      expect(mail.mails).toHaveLength(1);
      const { addresses, told } = await list();
      expect(addresses[0]!.last).toMatchObject({ state: 'gaveUp', answer: '503', tries: 8, nextAt: null });
      expect(told[0]).toMatchObject({ delivered: 1, failed: ['Night watch: 503, given up after 8 tries'] });
    });

    it('that somebody has in hand is not told each day, until something comes to it or it is given back', async () => {
      finding = fires('Batch 5');
      await looks(1);
      await looks(1);
      const counted = async () => (await devops.request('/api/alerts/count')).body as unknown as AlertCount;
      const count = async () => (await counted()).open;
      expect(await counted()).toMatchObject({ open: 1, firing: [{ title: 'Stand in', quietedBy: null }] });
      expect((await change('acknowledge', { reason: ' ' })).status).toBe(400);
      expect((await change('acknowledge', { reason: 'The sandbox is refreshed' })).status).toBe(200);
      expect(await count()).toBe(0);
      expect((await counted()).firing).toEqual([{ title: 'Stand in', quietedBy: 'hand' }]);
      now += 2 * day;
      await looks(1);
      expect(kinds()).toEqual(['began']);
      expect(await own()).toMatchObject({ inHand: { reason: 'The sandbox is refreshed' }, againAt: null });
      // Another batch failed meanwhile, of which nobody knows.
      finding = fires('Batch 5', 'Batch 6');
      await looks(1);
      expect(kinds()).toEqual(['began', 'began']);
      expect(await own()).toMatchObject({ inHand: null });
      expect((await change('acknowledge', { reason: 'Both' })).status).toBe(200);
      expect((await own())?.inHand?.reason).toBe('Both');
      expect((await change('give-back')).status).toBe(200);
      expect((await own())?.inHand).toBeNull();
      expect((await change('acknowledge', { reason: 'x' }, await signedIn('staff'))).status).toBe(403);
    });

    it('is muted with a reason for at most a week, and told when the time is over', async () => {
      now = Date.now();
      finding = fires();
      const at = (ms: number) => new Date(Date.now() + ms).toISOString();
      expect((await change('mute', { until: at(8 * day), reason: 'Rolling back' })).body.message).toBe(
        'An alert is muted for at most 7 days.',
      );
      expect((await change('mute', { until: at(day), reason: '' })).status).toBe(400);
      expect((await change('mute', { until: at(day), reason: 'Rolling back' })).status).toBe(200);
      await looks(1);
      await looks(1);
      expect(await own()).toMatchObject({ muted: { reason: 'Rolling back' } } satisfies Partial<Alert> | object);
      expect(kinds()).toEqual([]);
      now += day;
      await looks(1);
      expect(kinds()).toEqual(['began']);
      expect((await change('unmute')).status).toBe(200);
      expect((await own())?.muted).toBeNull();
    });

    it('says in a test what each address answers, without where it is and what else it wrote', async () => {
      answers = 503;
      mail.refuse(true);
      const { status, body } = await admin.post('/api/alerts/test', {});
      mail.refuse(false);
      const { results } = body as unknown as TestResults;
      expect([status, results.map(({ name, isDelivered, answer }) => [name, isDelivered, answer])]).toEqual([
        200,
        [
          ['Night watch', false, '503'],
          ['Support', false, 'not accepted (EENVELOPE)'],
        ],
      ]);
      expect(results[0]!.sent).toMatch(/^POST\nX-Superscope-Signature: sha256=\w{8}…\n\{"kind":"test","check":null/);
      expect(JSON.stringify(body)).not.toMatch(/Okafor|T024/);
      const unknown = '0b8f6a3e-3f2b-4c62-9d6e-1f0a8a5b7c11';
      expect((await admin.post('/api/alerts/test', { addressId: unknown })).status).toBe(404);
    });

    it('stands in what the doctor says, with the same words', async () => {
      finding = fires();
      await looks(1);
      const said = async () => alertChecks({ mongo: engines.mongo, now: () => new Date(Math.max(now, Date.now())) });
      expect(await said()).toContainEqual(
        expect.objectContaining({
          of: 'Stand in',
          state: 'attention',
          said: expect.stringMatching(/^The stand-in is not well, since \d\d\/\d\d\/\d{4} \d\d:\d\d\.$/) as string,
          advice: 'See operations, Alert: stand in.',
        }),
      );
      expect(await said()).toContainEqual(
        expect.objectContaining({ of: 'Webhooks to this machine', state: 'attention' }),
      );
      await looksOf(ops()).updateOne(
        { _id: 'newest' },
        { $set: { at: new Date(Math.max(now, Date.now()) - 20 * minute) } },
      );
      expect(await said()).toMatchObject([{ state: 'attention', said: 'Nobody has looked for 20 minutes.' }]);
    });

    it('that MongoDB is away is told once, from memory, by the process that looked last, and its end once it is back', async () => {
      await looks(0);
      const tellings = [first, second].map(({ app }) => app.get(MongoAwayTelling));
      tellings[1]!.isOthers();
      const folder = mkdtempSync(join(tmpdir(), 'superscope-mongo-away-'));
      const engine = await startMongo({ dataDir: folder });
      const client = await MongoClient.connect(engine.url, { serverSelectionTimeoutMS: 200 });
      const turns = async (minutes: number) => {
        for (const each of tellings) await each.turn({ db: client.db('ops') }, new Date(now));
        now += minutes * minute;
      };
      await turns(1);
      await turns(1);
      expect(hooks).toEqual([]);
      await engine.stop();
      // It may be a restart.
      await turns(1);
      expect(hooks).toEqual([]);
      for (let times = 0; times < 3; times += 1) await turns(1);
      expect(hooks.map(({ body }) => JSON.parse(body) as object)).toMatchObject([
        {
          kind: 'began',
          check: 'MongoDB away',
          state: 'fires',
          link: expect.stringMatching(/#alert-mongodb-away$/) as string,
        },
      ]);
      expect(mail.mails).toHaveLength(1);
      await client.close();
      rmSync(folder, { recursive: true, force: true });
      // MongoDB answers, so the episode is kept, and ends like any other.
      await looks(5);
      expect(await episodesOf(ops()).findOne({ _id: 'MongoAway' })).toMatchObject({ tells: 1, endedAt: null });
      await looks(1);
      expect(kinds()).toEqual(['began', 'ended']);
      expect((await list()).alerts).toEqual([]);
    });

    it('goes to an address no longer once it is removed, and reaches the next one while it lasts', async () => {
      for (const { addressId } of (await list()).addresses)
        expect((await admin.request(`/api/alerts/addresses/${addressId}`, { method: 'DELETE' })).status).toBe(200);
      finding = fires();
      await looks(1);
      await looks(1);
      expect([hooks, mail.mails]).toEqual([[], []]);
      const webhook = { form: 'slack', name: 'Ops', where: url() };
      expect((await admin.post('/api/alerts/addresses', webhook)).status).toBe(201);
      await looks(1);
      expect((JSON.parse(hooks[0]!.body) as { text: string }).text).toMatch(/^Superscope: Stand in fires since /);
      const { addressId } = (await list()).addresses[0]!;
      await admin.request(`/api/alerts/addresses/${addressId}`, { method: 'DELETE' });
    });

    async function signedIn(username: string): Promise<ApiClient> {
      const client = first.client();
      await client.signIn(username);
      return client;
    }
  });
}
