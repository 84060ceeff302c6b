import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { inflateRawSync } from 'node:zlib';
import type {
  SalesforceBatchBegun,
  SalesforceBatchRecord,
  SalesforceConnection,
  SalesforcePreview,
  SalesforceReceipts,
} from '@superscope/contracts/salesforce';
import { calendarStream, closeMonths } from '@superscope/domain/calendar/calendar';
import { campaignStream, recordCampaign, recordEngagement } from '@superscope/domain/campaign/campaign';
import { streamName } from '@superscope/domain/event';
import { eraseMember, memberStream, recordActivity, requestContact } from '@superscope/domain/member/member';
import { platformStream, recordPlatform } from '@superscope/domain/platform/platform';
import { providerStream, recordProvider } from '@superscope/domain/provider/provider';
import { batchRegisterStream, numberBatch } from '@superscope/domain/salesforce-batch/batch-register';
import { salesforceBatch, salesforceBatchStream } from '@superscope/domain/salesforce-batch/salesforce-batch';
import { CrmConnection } from '@superscope/api/salesforce/crm-connection';
import { LeftJobs } from '@superscope/api/salesforce/left-jobs';
import { ObjectFits } from '@superscope/api/salesforce/object-fits';
import { Waits } from '@superscope/api/salesforce/patient-crm';
import { LockWaits } from '@superscope/api/salesforce/sending';
import { MadeFiles } from '@superscope/api/work/made-files';
import { Worker } from '@superscope/api/work/worker';
import type { RecordedEvent } from '@superscope/event-store/events/recorded-event';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startApi, type ApiClient } from '../harness/api-server.js';
import { PortalEngines } from '../harness/portal-engines.js';
import { byTest, SamplePlan } from '../harness/sample-plan.js';
import type { SalesforceOrganisation } from '../harness/salesforce-organisation.js';
import { salesforceObjects } from '../harness/salesforce-objects.js';
import { SalesforceServer, type Answer } from '../harness/salesforce-server.js';
import { caughtUp } from '../harness/set-aside.js';

const key = 'Superscope_Id__c';
const objects = salesforceObjects();

let engines: PortalEngines;
let projector: Awaited<ReturnType<PortalEngines['projector']>>;
let plan: SamplePlan;
let scored: SamplePlan;
let stops: (() => Promise<void>)[] = [];

/** In May its first member is advised, its second one asks for contact, and its April is closed. */
async function scoredPlan(): Promise<SamplePlan> {
  const { store, identity } = engines;
  const ofMay = new SamplePlan(store, identity, 'LBE.P0010');
  ofMay.at = '2026-05-02T00:00:00.000Z';
  await ofMay.register(3);
  await ofMay.month('2026-04', 20_000);
  const [first, second] = ofMay.memberIds;
  const advice = {
    effectiveDate: '2026-05-03',
    consultant: null,
    valid: null,
    outcome: null,
    amountCents: null,
    personal: { notes: 'After the divorce.', fundName: null },
  };
  const advised = recordActivity('InsuranceAdviceImplemented', advice, '2026-05-04');
  await store.transact(memberStream, first!, advised, byTest('2026-05-04T00:00:00.000Z'));
  const asked = requestContact('2026-05-05T02:00:00.000Z', 'insurance', 'Open');
  await store.transact(memberStream, second!, asked, byTest('2026-05-05T02:00:00.000Z'));
  // Before any api closes what is due today.
  await store.transact(calendarStream, '', closeMonths('2026-05-08'), byTest('2026-05-08T00:00:00.000Z'));
  return ofMay;
}

beforeAll(async () => {
  engines = await PortalEngines.start();
  projector = await engines.projector();
  await projector.start();
  const { store, identity } = engines;
  for (const [providerId, platformId] of [
    ['TALLOWOOD', 'TWR'],
    ['LILLY', 'LBE'],
  ] as const) {
    await store.transact(
      providerStream,
      providerId,
      recordProvider({ providerId, name: `${providerId} Super` }),
      byTest(),
    );
    await store.transact(
      platformStream,
      platformId,
      recordPlatform({ platformId, name: platformId, providerId, microsite: null }),
      byTest(),
    );
  }
  plan = new SamplePlan(store, identity, 'TWR.P0001');
  await plan.figures();
  await plan.register(6);
  await new SamplePlan(store, identity, 'LBE.P0009').register(2);
  const campaign = {
    campaignId: 'TWR.K1',
    planId: plan.planId,
    campaignType: 'email',
    name: 'Spring',
    runDate: '2026-03-01',
  };
  await store.transact(campaignStream, 'TWR.K1', recordCampaign(campaign), byTest());
  const [member] = plan.memberIds;
  const steps = [
    [member!, 'Sent', '2026-03-02T00:00:00.000Z'],
    [member!, 'Open Email', '2026-03-03T00:00:00.000Z'],
  ] as const;
  await store.transact(campaignStream, 'TWR.K1', recordEngagement('import-1', steps), byTest());
  scored = await scoredPlan();
  await caughtUp(engines, projector);
});
afterEach(async () => {
  const all = stops.reverse();
  stops = [];
  for (const stop of all) await stop();
});
afterAll(async () => {
  await projector.stop();
  await engines.stop();
});

/** A portal without Salesforce, or with the one of this server. */
async function startPortal(salesforce: SalesforceServer | null) {
  const api = await startApi(engines, salesforce?.environment ?? {});
  // Rows that met a lock are sent again at once.
  api.app.get(LockWaits).milliseconds = [0, 0, 0];
  // Waits of seconds are cut short.
  const waits = api.app.get(Waits);
  const wait = waits.until.bind(waits);
  waits.until = (until, signal, isStopping) =>
    wait(new Date(until.getTime() - Date.now() > 60_000 ? until : Date.now() + 20), signal, isStopping);
  const as = async (username: string): Promise<ApiClient> => {
    const client = api.client();
    await client.signIn(username);
    return client;
  };
  const sweep = async () => {
    await api.app.get(LeftJobs).sweep(api.app.get(CrmConnection).crm!, 'all');
  };
  const forget = () => api.app.get(ObjectFits).forget();
  return { as, worker: api.app.get(Worker), sweep, forget, stop: api.stop };
}
type Portal = Awaited<ReturnType<typeof startPortal>>;

/** A portal of one test. */
async function portal(salesforce: SalesforceServer): Promise<Portal['as']> {
  const started = await startPortal(salesforce);
  stops.push(started.stop);
  return started.as;
}

/** One portal without Salesforce for all tests of a group. */
function sharedPortal(): Portal['as'] {
  let shared: Portal;
  beforeAll(async () => {
    shared = await startPortal(null);
  });
  afterAll(() => shared.stop());
  return (username) => shared.as(username);
}

/** One portal for all tests of a group, as one process or several, and its Salesforce, which is empty when a test begins. */
function connectedPortal({ processes = 1 } = {}) {
  let salesforce: SalesforceServer;
  let portals: Portal[];
  beforeAll(async () => {
    salesforce = await SalesforceServer.start({ objects, isQuick: true });
    portals = [];
    while (portals.length < processes) portals.push(await startPortal(salesforce));
  });
  afterAll(async () => {
    for (const { stop } of portals) await stop();
    await salesforce.stop();
  });
  /** As if a batch's worker had been paused for longer than its lease lasts. Another one looks at once. */
  const loseLease = async (jobId: string) => {
    const leases = engines.mongo.db('ops').collection<{ _id: string }>('leases');
    await leases.deleteOne({ _id: `work/${jobId}` });
    for (const { worker } of portals) await worker.look();
  };
  return () => {
    salesforce.empty();
    for (const { forget } of portals) forget();
    return { salesforce, as: portals[0]!.as, sweep: () => portals[0]!.sweep(), loseLease };
  };
}

const form = (fields: Record<string, string>, file?: string) => {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  if (file !== undefined) body.set('file', new Blob([file], { type: 'text/csv' }), 'members.csv');
  return body;
};
/** Days of which all changes of the suite are. */
const march = { startDate: '2026-03-01', endDate: '2026-03-31' };
const start = (client: ApiClient, fields: Record<string, string> = {}) =>
  client.request('/api/salesforce/exports', { method: 'POST', body: form({ ...march, ...fields }) });
const begun = ({ status, body }: Awaited<ReturnType<ApiClient['request']>>) => {
  expect([status, body.message]).toEqual([202, undefined]);
  return body as unknown as SalesforceBatchBegun;
};
const batches = async (client: ApiClient, query = ''): Promise<SalesforceBatchRecord[]> =>
  (await client.request(`/api/salesforce/batches${query}`)).body as unknown as SalesforceBatchRecord[];
/** Lets a batch go on. It waits for the event history, whose rows would otherwise come with the next second, three times each. */
const goOn = async () => {
  await projector.drained();
  await delay(50);
};
async function once(
  client: ApiClient,
  jobId: string,
  is: (batch: SalesforceBatchRecord) => boolean,
): Promise<SalesforceBatchRecord> {
  for (;;) {
    const batch = (await batches(client)).find((each) => each.jobId === jobId);
    if (batch !== undefined && is(batch)) return batch;
    await goOn();
  }
}
const ended = (client: ApiClient, jobId: string) =>
  once(client, jobId, ({ batchStatus }) => !batchStatus.startsWith('START'));
/** Waits until Salesforce does a job of an object, which it holds. */
const running = async (organisation: SalesforceOrganisation, of: string) => {
  while (!organisation.isRunning(of)) await goOn();
};
const complete = async (client: ApiClient, fields: Record<string, string> = {}) => {
  const { jobId } = begun(await start(client, fields));
  const batch = await ended(client, jobId);
  expect([batch.batchStatus, batch.note]).toEqual(['COMPLETED', null]);
  await projector.drained();
  return batch;
};
const receipts = async (client: ApiClient, jobId: string, query = '') =>
  (await client.request(`/api/salesforce/exports/receipts?jobId=${jobId}${query}`))
    .body as unknown as SalesforceReceipts;
const retry = (client: ApiClient, jobId: string, file?: string) =>
  client.request('/api/salesforce/retry', { method: 'PATCH', body: form({ jobId }, file) });

/** The files of a zip archive by name. */
async function files(client: ApiClient, url: string): Promise<Record<string, string>> {
  const answer = await fetch(url, { headers: { Cookie: client.cookie } });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
  const zip = Buffer.from(await answer.arrayBuffer());
  const read: Record<string, string> = {};
  const end = zip.lastIndexOf(Buffer.from('504b0506', 'hex'));
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [packed, nameLength, local] = [
      zip.readUInt32LE(at + 20),
      zip.readUInt16LE(at + 28),
      zip.readUInt32LE(at + 42),
    ];
    const begins = local + 30 + zip.readUInt16LE(local + 26);
    read[zip.toString('utf8', at + 46, at + 46 + nameLength)] = inflateRawSync(
      zip.subarray(begins, begins + packed),
    ).toString();
    at += 46 + nameLength;
  }
  return read;
}
const linesOf = (csv: string | undefined) => (csv ?? '').trimEnd().split('\r\n');

const forced = { forceNewRun: 'true', providerIdFilter: 'TALLOWOOD' };

describe('without Salesforce', () => {
  const as = sharedPortal();

  it('a batch makes a file for each object, of what changed in its days, with nothing that a consultant does not see', async () => {
    const staff = await as('staff');
    const { body } = await staff.request('/api/salesforce/connection');
    expect(body as unknown as SalesforceConnection).toMatchObject({
      host: null,
      used: null,
      allowed: null,
      problem: null,
    });
    const preview = (await staff.request('/api/salesforce/exports/preview?startDate=2026-03-01&endDate=2026-03-31'))
      .body as unknown as SalesforcePreview;
    expect(preview.records).toMatchObject({ plans: 2, companies: 2, campaigns: 1, contacts: 8, campaignMembers: 1 });
    const batch = await complete(staff);
    expect(batch).toMatchObject({
      startDate: '2026-03-01',
      endDate: '2026-03-31',
      provider: null,
      employer: null,
      jobStatus: null,
      exported: 14,
      imported: null,
      failed: null,
      hasFiles: true,
    });
    const url = `${(staff as unknown as { url: string }).url}/api/salesforce/exports/files?jobIds=${batch.jobId}`;
    const made = await files(staff, url);
    expect(Object.keys(made)).toEqual([
      'Account-plans.csv',
      'Account-employers.csv',
      'Campaign.csv',
      'Contact.csv',
      'CampaignMember.csv',
    ]);
    const [head, ...contacts] = linesOf(made['Contact.csv']);
    expect(head).toBe(`${key},Account.${key},LastName,FirstName,Member_Number__c,Login__c,Joined__c,Left__c`);
    expect(contacts).toHaveLength(8);
    expect(contacts.map((line) => line.split(',')[1])).toEqual(contacts.map((line) => line.split(',')[1]).toSorted());
    expect(made['Contact.csv']).not.toMatch(/@example|\d{4}-\d{2}-15/);
    expect(linesOf(made['Campaign.csv'])).toEqual([
      `${key},Account__r.${key},Name,Type,StartDate,Status,IsActive`,
      'TWR.K1,TWR.P0001,Spring,email,2026-03-01,Completed,true',
    ]);
    expect(linesOf(made['CampaignMember.csv'])[1]).toBe(
      `TWR.K1.${plan.memberIds[0]},TWR.K1,${plan.memberIds[0]},Opened,2026-03-02,2026-03-03`,
    );
    expect((await receipts(staff, batch.jobId)).outcomes).toEqual({
      written: 14,
      accepted: 0,
      refused: 0,
      unprocessed: 0,
      withdrawn: 0,
      unknown: 0,
    });
  });

  it('days that were exported are refused for the same provider and employer, unless forced, and other days are taken', async () => {
    const staff = await as('staff');
    const again = await start(staff);
    expect([again.status, again.body.message]).toEqual([
      409,
      expect.stringMatching(/^Batch 1 has exported these days already\. Choose ‘Force new run’/) as string,
    ]);
    await complete(staff, { forceNewRun: 'true' });
    // All providers were one of them.
    expect((await start(staff, { providerIdFilter: 'LILLY' })).status).toBe(409);
    const ofProvider = await complete(staff, { providerIdFilter: 'LILLY', forceNewRun: 'true' });
    expect(ofProvider).toMatchObject({ provider: 'LILLY Super', exported: 4 });
    const ofEmployer = await complete(staff, { ...forced, employerIdFilter: plan.companyId });
    expect(ofEmployer.employer).toBe('Employer');
    const february = new URLSearchParams({ startDate: '2026-02-01', endDate: '2026-02-28', providerIdFilter: '' });
    // Nothing of February was left out by the batch of all days.
    expect((await start(staff, { startDate: '2026-02-01', endDate: '2026-02-28' })).status).toBe(409);
    february.set('forceNewRun', 'true');
    const asForm = { method: 'POST', body: february };
    const empty = await ended(staff, begun(await staff.request('/api/salesforce/exports', asForm)).jobId);
    expect([empty.batchStatus, empty.provider]).toEqual(['COMPLETED', null]);
    expect([empty.exported, empty.hasFiles]).toEqual([0, false]);
    const withKey = (endDate: string) =>
      staff.request('/api/salesforce/exports', {
        method: 'POST',
        body: form({ startDate: '2026-01-01', endDate, forceNewRun: 'true' }),
        headers: { 'Idempotency-Key': 'january' },
      });
    const january = begun(await withKey('2026-01-31'));
    expect(begun(await withKey('2026-01-31'))).toMatchObject({ jobId: january.jobId, batchId: january.batchId });
    const other = await withKey('2026-01-30');
    expect([other.status, other.body.message]).toEqual([409, 'This Idempotency-Key belongs to another request.']);
    await ended(staff, january.jobId);
    // One that was numbered right now is about to be requested.
    const december = { startDate: '2025-12-01', endDate: '2025-12-31' };
    const scope = { ...december, providerId: null, companyId: null, retryOf: null };
    const another = numberBatch('a-batch-of-another-request', scope, null, () => null);
    await engines.store.transact(batchRegisterStream, '', another, byTest());
    const beside = await start(staff, december);
    expect([beside.status, beside.body.message]).toEqual([
      409,
      `Batch ${january.batchId + 1} is doing this already. Wait for it, or stop it first.`,
    ]);
    const none = await staff.request(`/api/salesforce/exports/files?jobIds=${empty.jobId}`);
    expect([none.status, none.body.message]).toEqual([409, 'There are no files: no row is exported yet.']);
    for (const [fields, status, message] of [
      [{ endDate: '2026-02-01' }, 400, 'The end date cannot be before the start date.'],
      [{ providerIdFilter: 'NONE' }, 404, 'There is no such provider.'],
      [
        { providerIdFilter: 'LILLY', employerIdFilter: plan.companyId },
        404,
        'There is no such employer of this provider.',
      ],
    ] as const) {
      const refused = await start(staff, fields);
      expect([refused.status, refused.body.message]).toEqual([status, message]);
    }
    const companies = await staff.request('/api/providers/TALLOWOOD/companies?name=emp');
    expect(companies.body).toMatchObject([{ id: plan.companyId, plan: { id: plan.planId } }]);
    expect((await staff.request('/api/providers/NONE/companies')).body.message).toBe('There is no such provider.');
  });

  it('a batch whose files find no room says so, keeps nothing half, and is made once there is some', async () => {
    const staff = await as('staff');
    const full = vi
      .spyOn(MadeFiles.prototype, 'keep')
      .mockRejectedValue(Object.assign(new Error('the disk is full'), { code: 14031, codeName: 'OutOfDiskSpace' }));
    const { jobId } = begun(
      await start(staff, { providerIdFilter: 'LILLY', endDate: '2026-03-30', forceNewRun: 'true' }),
    );
    const waiting = await once(staff, jobId, ({ retryAt }) => retryAt !== null);
    expect(waiting).toMatchObject({
      batchStatus: 'STARTED',
      note: 'There is no room left to store what is made. Nothing half was kept.',
      exported: 0,
      hasFiles: false,
    });
    full.mockRestore();
    expect((await staff.request(`/api/work/${jobId}/retry`, { method: 'POST' })).status).toBe(200);
    expect(await ended(staff, jobId)).toMatchObject({ batchStatus: 'COMPLETED', exported: 4, hasFiles: true });
  });

  describe('a batch whose worker is lost', () => {
    const recorded: RecordedEvent[] = [];
    let done: { step: string; outcome: string | null }[] = [];

    beforeAll(async () => {
      const whole = await complete(await as('staff'), { employerIdFilter: plan.companyId, forceNewRun: 'true' });
      for await (const event of engines.store.read(streamName(salesforceBatchStream, whole.jobId)))
        if ('data' in event) recorded.push(event);
      done = recorded.flatMap(({ type, data }) =>
        type === 'SalesforceBatchStepDone' ? [data as { step: string; outcome: string | null }] : [],
      );
      expect(done).toHaveLength(26);
    });

    const rowsOf = (shipment: string) => {
      const made = done.find(({ step }) => step === `make-${shipment}`)!.outcome!;
      return (JSON.parse(made) as { rows: number }).rows;
    };

    // Before and after the first, some and the last of waiting, of making, of sending, and of all.
    it.each([0, 1, 2, 3, 7, 13, 14, 15, 19, 24, 25, 26])(
      'after %i steps is carried on, and each step is done once',
      async (steps) => {
        const now = byTest(new Date().toISOString());
        const scope = { ...march, providerId: null, companyId: plan.companyId, retryOf: null };
        // As it stood when the worker was lost: requested, an attempt begun, and so many steps done.
        const workId = randomUUID();
        const left = done.slice(steps).flatMap(({ step }) => (step.startsWith('send-') ? [step.slice(5)] : []));
        const events = recorded
          .slice(0, 2 + steps)
          .map(({ type, data }) => ({ type, data: { ...(data as object), workId } }));
        const numbered = numberBatch(workId, scope, null, () => 'done');
        await engines.store.transact(batchRegisterStream, '', numbered, { ...now, commandId: randomUUID() });
        const asIs = () => events as never;
        await engines.store.transact(salesforceBatchStream, workId, asIs, { ...now, commandId: randomUUID() });

        const stateOf = async () => (await engines.store.load(salesforceBatchStream, workId)).state.state;
        while ((await stateOf()) === 'running') await goOn();
        expect(await stateOf()).toBe('done');
        const made: unknown[] = [];
        for await (const event of engines.store.read(streamName(salesforceBatchStream, workId)))
          if ('data' in event && event.type === 'SalesforceBatchStepDone')
            made.push((event.data as { step: string }).step);
        expect(made).toEqual(done.map(({ step }) => step));

        await projector.drained();
        const query = `SELECT count() AS rows FROM salesforce_receipt FINAL WHERE batch_id = {batch:String}`;
        const counted = await engines.clickhouse.query({
          query,
          query_params: { batch: workId },
          format: 'JSONEachRow',
        });
        const [written] = await counted.json<{ rows: string }>();
        // The rows that it had still to write.
        expect(Number(written!.rows)).toBe(left.reduce((sum, shipment) => sum + rowsOf(shipment), 0));
      },
    );
  });

  it('is for Staff and Admins, and only Admins clean up', async () => {
    for (const username of ['authorisedrep', 'companyrep', 'devops', 'auditor'])
      expect((await (await as(username)).request('/api/salesforce/batches')).status).toBe(403);
    const staff = await as('staff');
    for (const path of ['/api/salesforce/batches', '/api/salesforce/exports'])
      expect((await staff.request(path, { method: 'DELETE' })).status).toBe(403);
    const admin = await as('admin');
    const listed = await batches(admin, '?fullHistory=true');
    expect(listed.length).toBeGreaterThan(3);
    const [newest, second] = listed;
    const chosen = await admin.request(`/api/salesforce/exports?jobIds=${second!.jobId},${newest!.jobId}`);
    expect([chosen.status, chosen.body]).toEqual([200, [second, newest]]);
    const ran = await admin.request('/api/salesforce/batches', { method: 'DELETE' });
    expect([ran.status, ran.body['batches']]).toEqual([200, 0]);
    const removed = await admin.request('/api/salesforce/exports', { method: 'DELETE' });
    expect(removed.body['batches']).toBe(listed.length);
    const after = { headers: { 'X-After': `${String(removed.body['stream'])}@${String(removed.body['position'])}` } };
    expect((await admin.request('/api/salesforce/batches?fullHistory=true', after)).body).toEqual([]);
    for (const method of ['GET', 'PATCH']) {
      const gone = await admin.request(`/api/salesforce/exports?jobIds=${listed[0]!.jobId}`, { method });
      expect([gone.status, gone.body.message]).toEqual([404, 'There is no such batch.']);
    }
    // What was exported stays recorded.
    expect((await start(admin)).status).toBe(409);
  });
});

describe('with Salesforce', () => {
  const connected = connectedPortal();

  it('each row is sent under its inner id and has a receipt, and exactly the failed ones are sent again', async () => {
    const { salesforce, as } = connected();
    const { organisation } = salesforce;
    const staff = await as('staff');
    const [first, second, third] = plan.memberIds;
    organisation.refuses = (of, row) =>
      of === 'Contact' && (row[key] === first || row[key] === second)
        ? 'UNABLE_TO_LOCK_ROW:unable to obtain exclusive access to this record:--'
        : null;
    const batch = await complete(staff, forced);
    // The campaign member is not in Salesforce without its contact.
    expect(batch).toMatchObject({ jobStatus: 'JobComplete', exported: 10, imported: 7, failed: 3 });
    expect(organisation.record('Campaign', 'TWR.K1')).toMatchObject({ Name: 'Spring', Status: 'Completed' });
    expect(organisation.record('Contact', third!)).toMatchObject({ LastName: 'Surname 2', Member_Number__c: 'M2' });
    expect(organisation.record('Contact', first!)).toBeUndefined();

    const all = await receipts(staff, batch.jobId);
    expect(all.outcomes).toEqual({ written: 0, accepted: 7, refused: 3, unprocessed: 0, withdrawn: 0, unknown: 0 });
    expect(all.codes[0]).toEqual({ code: 'UNABLE_TO_LOCK_ROW', rows: 2 });
    const locked = await receipts(staff, batch.jobId, '&code=UNABLE_TO_LOCK_ROW');
    expect(locked.rows.map(({ key: each }) => each).toSorted()).toEqual([first, second].toSorted());
    // Sent again three times, in vain.
    expect(locked.rows[0]).toMatchObject({ object: 'contacts', employer: 'Employer', outcome: 'refused', tries: 4 });
    expect(all.rows.find(({ object: of }) => of === 'campaignMembers')).toMatchObject({ outcome: 'refused', tries: 1 });
    const found = await receipts(staff, batch.jobId, '&find=M0');
    expect(found.rows.map(({ name }) => name)).toContain('Surname 0, Given');
    const csv = String((await staff.request(`/api/salesforce/exports/receiptsCsv?jobId=${batch.jobId}`)).body);
    expect(linesOf(csv)).toHaveLength(11);
    expect(csv).not.toContain('Surname');

    // Receipts that were set aside are not listed, and keep nobody from a retry.
    const setAside = `ALTER TABLE salesforce_receipt DELETE WHERE batch_id = '${batch.jobId}' AND outcome = 'refused'`;
    await engines.clickhouse.command({ query: `${setAside} SETTINGS mutations_sync = 2` });
    expect((await receipts(staff, batch.jobId)).outcomes.refused).toBe(0);
    organisation.refuses = () => null;
    const nobody = await retry(staff, batch.jobId, 'memberId\nM3\n');
    expect([nobody.status, nobody.body.message]).toEqual([
      400,
      'No member of this file has a failed row in this batch.',
    ]);
    const wrong = await retry(staff, batch.jobId, 'surname\nAbara\n');
    expect(wrong.body.message).toBe('The file has no column memberId, which says which members to retry.');
    const narrowed = await ended(staff, begun(await retry(staff, batch.jobId, 'memberId\nM1\n')).jobId);
    await projector.drained();
    expect(narrowed).toMatchObject({ exported: 1, imported: 1, failed: 0, retryOf: batch.batchId });
    expect(organisation.record('Contact', second!)).toBeDefined();
    // Without a file, a form may be of either kind.
    const plain = { method: 'PATCH', body: new URLSearchParams({ jobId: batch.jobId }) };
    const rest = await ended(staff, begun(await staff.request('/api/salesforce/retry', plain)).jobId);
    await projector.drained();
    expect(rest).toMatchObject({ exported: 2, imported: 2, failed: 0 });
    expect((await receipts(staff, rest.jobId)).rows[0]).toMatchObject({ object: 'campaignMembers', tries: 2 });
    expect(organisation.record('Contact', first!)).toBeDefined();
    const nothing = await retry(staff, narrowed.jobId);
    expect([nothing.status, nothing.body.message]).toEqual([
      409,
      'Only a batch that is complete and has failed rows can be retried.',
    ]);

    // Erased members are deleted there, once.
    await engines.store.transact(memberStream, third!, eraseMember('The member asked for it.'), byTest());
    await projector.drained();
    const after = await complete(staff, forced);
    expect(organisation.record('Contact', third!)).toBeUndefined();
    expect((await receipts(staff, after.jobId, '&find=' + third)).rows).toMatchObject([
      { operation: 'delete', outcome: 'accepted', name: null },
    ]);
    const last = await complete(staff, forced);
    expect((await receipts(staff, last.jobId, '&find=' + third)).count).toBe(0);
  });

  it('a batch that is stopped aborts its job, and one whose job fails says why', async () => {
    const { salesforce, as } = connected();
    const staff = await as('staff');
    salesforce.organisation.holds = true;
    const { jobId, batchId } = begun(await start(staff, forced));
    await once(staff, jobId, ({ jobStatus }) => jobStatus === 'InProgress');
    const beside = await start(staff, forced);
    expect([beside.status, beside.body.message]).toEqual([
      409,
      `Batch ${batchId} is doing this already. Wait for it, or stop it first.`,
    ]);
    const stopped = await staff.request(`/api/salesforce/exports?jobIds=${jobId}`, { method: 'PATCH' });
    expect([stopped.status, stopped.body['batches']]).toEqual([200, 1]);
    expect(await ended(staff, jobId)).toMatchObject({ batchStatus: 'STOPPED', jobStatus: 'Aborted' });
    // What it held is not left there.
    expect(salesforce.organisation.jobStates).toEqual([]);

    salesforce.organisation.holds = false;
    salesforce.organisation.failsAfterRows = 0;
    const failed = await ended(staff, begun(await start(staff, forced)).jobId);
    expect(failed).toMatchObject({ batchStatus: 'FAILED', jobStatus: 'Failed' });
    expect(failed.note).toBe('Salesforce ended the job of plans: InternalServerError');
    // It can be carried on elsewhere only while no newer one is of the same.
    const carryOn = (workId: string) => staff.request(`/api/work/${workId}/retry`, { method: 'POST' });
    const older = await carryOn(jobId);
    expect([older.status, older.body.message]).toEqual([
      409,
      `Batch ${failed.batchId} of the same days is newer. Execute that one again.`,
    ]);
    expect((await carryOn(failed.jobId)).status).toBe(200);
    expect(await once(staff, failed.jobId, ({ batchStatus }) => batchStatus === 'COMPLETED')).toBeDefined();
    await projector.drained();
    const unforced = await start(staff, { ...forced, forceNewRun: 'false' });
    expect([unforced.status, unforced.body.message]).toEqual([
      409,
      `Batch ${failed.batchId} has exported these days already. Choose ‘Force new run’ to export them again.`,
    ]);
  });

  it('what Salesforce took of a job that was stopped or failed is known, and of members who are erased while it runs', async () => {
    const { salesforce, as } = connected();
    const { organisation } = salesforce;
    const staff = await as('staff');
    const scope = { ...forced, employerIdFilter: plan.companyId };
    const contacts = async (jobId: string) =>
      (await receipts(staff, jobId, '&object=contacts')).rows.map(({ outcome }) => outcome).toSorted();

    organisation.holds = 'Contact';
    organisation.doneOfAborted = 2;
    const stopped = begun(await start(staff, scope)).jobId;
    await running(organisation, 'Contact');
    await staff.request(`/api/salesforce/exports?jobIds=${stopped}`, { method: 'PATCH' });
    expect(await ended(staff, stopped)).toMatchObject({ batchStatus: 'STOPPED', jobStatus: 'Aborted' });
    await projector.drained();
    expect(await contacts(stopped)).toEqual(['accepted', 'accepted', ...Array<string>(3).fill('unprocessed')]);

    organisation.holds = true;
    const failed = begun(await start(staff, scope)).jobId;
    await running(organisation, 'Account');
    organisation.failsAfterRows = 1;
    organisation.holds = false;
    expect(await ended(staff, failed)).toMatchObject({ batchStatus: 'FAILED', jobStatus: 'Failed' });
    await projector.drained();
    expect((await receipts(staff, failed)).outcomes).toMatchObject({ accepted: 1, unprocessed: 0 });

    organisation.holds = 'Contact';
    const during = begun(await start(staff, scope)).jobId;
    await running(organisation, 'Contact');
    const erased = plan.memberIds[5]!;
    await engines.store.transact(memberStream, erased, eraseMember('The member asked for it.'), byTest());
    await projector.drained();
    organisation.holds = false;
    expect(await ended(staff, during)).toMatchObject({ batchStatus: 'COMPLETED' });
    await projector.drained();
    expect(organisation.record('Contact', erased)).toBeDefined();
    expect((await receipts(staff, during, `&find=${erased}`)).rows).toMatchObject([{ outcome: 'accepted' }]);
    await complete(staff, forced);
    expect(organisation.record('Contact', erased)).toBeUndefined();
  });

  it('a member who is erased after the files were made is withdrawn, which is no failure that a retry could help', async () => {
    const { salesforce, as } = connected();
    const { organisation } = salesforce;
    const staff = await as('staff');
    const scope = { ...forced, employerIdFilter: plan.companyId };
    organisation.holds = 'Account';
    const between = begun(await start(staff, scope)).jobId;
    await running(organisation, 'Account');
    const another = plan.memberIds[4]!;
    await engines.store.transact(memberStream, another, eraseMember('The member asked for it.'), byTest());
    await projector.drained();
    organisation.holds = false;
    const without = await ended(staff, between);
    expect(without).toMatchObject({ batchStatus: 'COMPLETED', failed: 0, imported: without.exported - 1 });
    await projector.drained();
    expect((await receipts(staff, between, `&find=${another}`)).rows).toMatchObject([{ outcome: 'withdrawn' }]);
    // What an earlier batch had sent of this member is deleted.
    await complete(staff, forced);
  });

  it('a batch whose job failed sends nothing again, though Salesforce is away when it is to end', async () => {
    const { salesforce, as } = connected();
    const staff = await as('staff');
    salesforce.organisation.failsAfterRows = 0;
    salesforce.organisation.holds = true;
    const { jobId } = begun(await start(staff, forced));
    await running(salesforce.organisation, 'Account');
    const away = { answer: 403, code: 'REQUEST_LIMIT_EXCEEDED', message: 'TotalRequests Limit exceeded.' };
    salesforce.play(/GET .*successfulResults/, away);
    salesforce.organisation.holds = false;
    expect(await ended(staff, jobId)).toMatchObject({
      batchStatus: 'FAILED',
      jobStatus: 'Failed',
      note: 'Salesforce ended the job of plans: InternalServerError',
    });
    expect(salesforce.isPlayedOut).toBe(true);
    expect(salesforce.organisation.jobStates).toEqual([]);
  });

  it('trouble on the way is waited for: a lock is, a cut upload makes another job, an ended session is renewed', async () => {
    const { salesforce, as } = connected();
    const staff = await as('staff');
    salesforce.play(/POST .*ingest$/, { answer: 400, code: 'UNABLE_TO_LOCK_ROW', retryAfter: '1' }, 2);
    salesforce.play(/PUT .*batches/, { answer: 503, code: 'SERVER_UNAVAILABLE' });
    salesforce.play(/GET .*failedResults/, 'half');
    salesforce.organisation.holds = true;
    const { jobId } = begun(await start(staff, forced));
    // The upload that was cut left a job, which is removed, and the session ends while the next one runs.
    await running(salesforce.organisation, 'Account');
    expect(salesforce.organisation.jobStates).toEqual(['InProgress']);
    salesforce.endSessions();
    salesforce.organisation.holds = false;
    const batch = await ended(staff, jobId);
    expect(batch).toMatchObject({ batchStatus: 'COMPLETED', jobStatus: 'JobComplete' });
    expect(salesforce.organisation.jobStates).toEqual([]);
    expect(salesforce.isPlayedOut).toBe(true);
    const { body } = await staff.request('/api/salesforce/connection');
    expect(body).toMatchObject({ host: salesforce.settings.url.host, allowed: 100_000, problem: null });
  });

  it('a job that Salesforce does not remove is said, and removed later', async () => {
    const { salesforce, as, sweep } = connected();
    const staff = await as('staff');
    const used = { answer: 403, code: 'REQUEST_LIMIT_EXCEEDED', message: 'TotalRequests Limit exceeded.' };
    salesforce.play(/DELETE /, used);
    await complete(staff, forced);
    const leftJobs = async () => (await staff.request('/api/salesforce/connection')).body['leftJobs'];
    expect(await leftJobs()).toMatchObject({
      count: 1,
      problem: "The day's allowance of requests to Salesforce is used up.",
      nextAt: expect.any(String) as string,
    });
    expect(salesforce.organisation.jobStates).toEqual(['JobComplete']);
    await sweep();
    expect(salesforce.organisation.jobStates).toEqual([]);
    expect(await leftJobs()).toEqual({ count: 0, problem: null, nextAt: null });
  });

  it('a job whose worker was killed between ending and removing it is gone before another one is made', async () => {
    const { salesforce, as } = connected();
    const staff = await as('staff');
    const { organisation } = salesforce;
    const { id: _id } = organisation.create({ object: 'Contact', operation: 'upsert', externalIdFieldName: key });
    organisation.upload(_id, `${key},LastName\n1,Abara\n`);
    organisation.change(_id, 'Aborted');
    const at = new Date();
    const left = { workId: randomUUID(), madeAt: at, isOver: true, tries: 0, said: null, nextAt: at };
    const jobs = engines.mongo.db('ops').collection<{ _id: string }>('salesforce_jobs');
    await jobs.insertOne({ _id, ...left });
    await complete(staff, forced);
    const calls = salesforce.asked.filter((what) => / \/services\/data\/v\d+\.0\/jobs\/ingest/.test(what));
    expect(calls.findIndex((what) => what.startsWith('DELETE') && what.includes(_id))).toBe(0);
    expect([organisation.jobStates, await jobs.countDocuments({})]).toEqual([[], 0]);
  });

  it('a batch says until when Salesforce asked to be left alone, asks nothing meanwhile, and can be stopped', async () => {
    const { salesforce, as } = connected();
    const staff = await as('staff');
    salesforce.play(/POST .*ingest$/, { answer: 503, code: 'SERVER_UNAVAILABLE', retryAfter: '80000' });
    const before = Date.now();
    const { jobId } = begun(await start(staff, forced));
    const waiting = await once(staff, jobId, ({ retryAt }) => retryAt !== null);
    expect(Date.parse(waiting.retryAt!) - before).toBeGreaterThan(79_000_000);
    expect(waiting.note).toBe('Plans. Salesforce cannot answer at the moment (SERVER_UNAVAILABLE).');
    const asked = salesforce.asked.length;
    expect((await staff.request('/api/salesforce/connection')).body).toMatchObject({
      problem: 'Salesforce cannot answer at the moment (SERVER_UNAVAILABLE).',
    });
    await staff.request(`/api/salesforce/exports?jobIds=${jobId}`, { method: 'PATCH' });
    expect(await ended(staff, jobId)).toMatchObject({ batchStatus: 'STOPPED' });
    expect(salesforce.asked).toHaveLength(asked);
    await engines.mongo.db('ops').collection('salesforce_pause').deleteMany({});
  });

  it('rows of which nobody knows what became are named, keep the batch from nothing, and are sent again', async () => {
    const { salesforce, as } = connected();
    const staff = await as('staff');
    const lose = (csv: string) => csv.split('\n').toSpliced(1, 3).join('\n');
    const instead = (answer: Answer) => ({ ...answer, body: lose(String(answer.body)) });
    const scope = { ...forced, employerIdFilter: plan.companyId };
    // What is said of the contacts, each time that it is asked for.
    const lies = (from: number) => {
      for (let left = from; left > 0; left -= 1)
        salesforce.play(/GET .*successfulResults/, { instead: (answer) => answer });
      salesforce.play(/GET .*successfulResults/, { instead }, 5);
    };
    lies(3);
    const batch = await ended(staff, begun(await start(staff, scope)).jobId);
    await projector.drained();
    const unknown = batch.unknown;
    expect(unknown).toBeGreaterThan(0);
    expect(batch).toMatchObject({ batchStatus: 'COMPLETED', failed: 0, imported: batch.exported - unknown });
    expect(batch.note).toBe(`${batch.exported - unknown} accepted, ${unknown} unknown`);
    expect((await receipts(staff, batch.jobId)).outcomes).toMatchObject({
      unknown,
      accepted: batch.exported - unknown,
    });
    const again = await ended(staff, begun(await retry(staff, batch.jobId)).jobId);
    expect(again).toMatchObject({ batchStatus: 'COMPLETED', exported: unknown, imported: unknown, unknown: 0 });
  });

  it('what Salesforce lacks is named before a row goes out, and values that it has no room for, by their fields', async () => {
    const { salesforce, as } = connected();
    const { organisation } = salesforce;
    const staff = await as('staff');
    organisation.told.set('Contact.FirstName', { length: 4 });
    const batch = await complete(staff, { ...forced, employerIdFilter: plan.companyId });
    const { rows, codes } = await receipts(staff, batch.jobId, '&outcome=refused&object=contacts');
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(row).toMatchObject({ code: 'STRING_TOO_LONG', fields: ['FirstName'] });
    expect(codes[0]).toEqual({ code: 'STRING_TOO_LONG', rows: rows.length });
    expect((await receipts(staff, batch.jobId, '&code=STRING_TOO_LONG')).count).toBe(rows.length);

    const other = connected().salesforce.organisation;
    other.told.set('Contact.Login__c', { createable: false, updateable: false });
    other.told.set('Campaign.Type', { updateable: false });
    const refused = await ended(staff, begun(await start(staff, forced)).jobId);
    expect(refused).toMatchObject({
      batchStatus: 'FAILED',
      note: "Salesforce differs from what exports need. Contact.Login__c cannot be set by the portal's user. Nothing was sent.",
      differences: [
        'Campaign.Type can be set when a record is created, and not changed.',
        "Contact.Login__c cannot be set by the portal's user.",
      ],
    });
    expect(salesforce.asked.filter((asked) => asked.startsWith('POST') && !asked.includes('token'))).toEqual([]);
    const { body } = await staff.request('/api/salesforce/connection');
    expect(body['differences']).toEqual(refused.differences);
  });

  it('activities and scores of closed months go with the contacts that they belong to, and nothing that people wrote', async () => {
    const { salesforce, as } = connected();
    const { organisation } = salesforce;
    const staff = await as('staff');
    const [first, second] = scored.memberIds;
    const days = 'startDate=2026-05-01&endDate=2026-05-31';
    const employer = `employerIdFilter=${scored.companyId}`;
    const preview = (await staff.request(`/api/salesforce/exports/preview?${days}&${employer}`))
      .body as unknown as SalesforcePreview;
    expect(preview.records).toMatchObject({ plans: 1, companies: 1, contacts: 3, activities: 2, scores: 3 });
    const may = { startDate: '2026-05-01', endDate: '2026-05-31', employerIdFilter: scored.companyId };
    expect(await complete(staff, may)).toMatchObject({ exported: 10, imported: 10, failed: 0 });
    const tasks = [...organisation.records.get('Task')!.values()];
    expect(tasks.toSorted((a, b) => (a['Subject']! < b['Subject']! ? -1 : 1))).toMatchObject([
      {
        [`Contact:Who.${key}`]: second,
        Subject: 'Contact Requested',
        ActivityDate: '2026-05-05',
        Status: 'Completed',
        Superscope_Reason__c: 'insurance',
      },
      {
        [`Contact:Who.${key}`]: first,
        Subject: 'Insurance Advice Implemented',
        ActivityDate: '2026-05-03',
        Status: 'Completed',
        Superscope_Reason__c: null,
      },
    ]);
    expect(JSON.stringify(tasks)).not.toContain('divorce');
    for (const memberId of scored.memberIds) {
      const score = organisation.record('SuperScore__c', `${memberId}.2026-04`);
      expect(score).toMatchObject({ [`Contact__r.${key}`]: memberId, Month__c: '2026-04' });
      expect(Number(score!['Score__c'])).toBeGreaterThan(0);
    }
  });
});

describe('with Salesforce, as two processes', () => {
  const connected = connectedPortal({ processes: 2 });

  it('rows that meet a lock are sent again by the same batch, each alone and as often as it meets one', async () => {
    const { salesforce, as, loseLease } = connected();
    const { organisation } = salesforce;
    const staff = await as('staff');
    const [first, second] = plan.memberIds;
    const locks = new Map([
      [first, 1],
      [second, 2],
    ]);
    organisation.refuses = (of, row) => {
      const left = of === 'Contact' ? (locks.get(row[key]) ?? 0) : 0;
      if (left === 0) return null;
      locks.set(row[key], left - 1);
      // A worker is lost while it makes the job that repeats the second row once more.
      if (row[key] === second && left === 1) salesforce.play(/POST .*ingest$/, 'stall');
      return 'UNABLE_TO_LOCK_ROW:unable to obtain exclusive access to this record:--';
    };
    const { jobId } = begun(await start(staff, { ...forced, employerIdFilter: plan.companyId }));
    while (salesforce.stalled.length === 0) await goOn();
    expect(await once(staff, jobId, ({ failed }) => failed === 1)).toMatchObject({ batchStatus: 'STARTED' });
    await loseLease(jobId);
    const batch = await ended(staff, jobId);
    for (const response of salesforce.stalled) response.destroy();
    await projector.drained();
    expect(batch).toMatchObject({ batchStatus: 'COMPLETED', imported: batch.exported, failed: 0 });
    // The first one twice and the second one three times.
    expect(organisation.rowsRun).toBe(batch.exported + 3);
    const { rows, outcomes } = await receipts(staff, jobId, '&object=contacts');
    expect(outcomes).toMatchObject({ accepted: batch.exported, refused: 0 });
    expect(rows.map(({ key: each, tries }) => [each, tries]).toSorted()).toEqual(
      rows.map(({ key: each }) => [each, each === first ? 2 : each === second ? 3 : 1]).toSorted(),
    );
  });

  it.each([
    [/POST .*ingest$/, /PUT /],
    [/PATCH /, /GET .*failedResults/],
    [/GET .*ingest\/\w+$/, /GET .*unprocessedrecords/],
    [/GET .*successfulResults/, /DELETE /],
  ])('no row is done twice if a worker is lost at %s, and the next one at %s', async (first, second) => {
    const { salesforce, as, loseLease } = connected();
    const staff = await as('staff');
    salesforce.play(first, 'stall');
    salesforce.play(second, 'stall');
    const { jobId } = begun(await start(staff, { ...forced, employerIdFilter: plan.companyId }));
    for (const lost of [1, 2]) {
      while (salesforce.stalled.length < lost) await goOn();
      // The worker before it wakes up.
      salesforce.stalled[lost - 2]?.destroy();
      await loseLease(jobId);
    }
    const batch = await ended(staff, jobId);
    for (const response of salesforce.stalled) response.destroy();
    await projector.drained();
    expect(batch).toMatchObject({ batchStatus: 'COMPLETED', jobStatus: 'JobComplete', failed: 0 });
    expect(salesforce.organisation.rowsRun, salesforce.asked.join('\n')).toBe(batch.exported);
    expect((await receipts(staff, jobId)).count).toBe(batch.exported);
  });
});

describe('with Salesforce, as a process that ends', () => {
  it('a batch that is asked to stop while its process is gone ends its job before it counts as stopped', async () => {
    const salesforce = await SalesforceServer.start({ objects, isQuick: true });
    stops.push(() => salesforce.stop());
    salesforce.organisation.holds = true;
    const staff = await (await portal(salesforce))('staff');
    const { jobId } = begun(await start(staff, forced));
    await running(salesforce.organisation, 'Account');
    await stops.pop()!();
    await engines.store.transact(salesforceBatchStream, jobId, salesforceBatch.stop('staff'), byTest());
    const again = await (await portal(salesforce))('staff');
    expect(await ended(again, jobId)).toMatchObject({ batchStatus: 'STOPPED', jobStatus: 'Aborted' });
    expect(salesforce.organisation.jobStates).toEqual([]);
  });

  it('a batch whose process ends is carried on by another one, and nothing is sent twice', async () => {
    const salesforce = await SalesforceServer.start({ objects, isQuick: true });
    stops.push(() => salesforce.stop());
    const uploads = () => salesforce.asked.filter((asked) => asked.startsWith('PUT')).length;
    salesforce.organisation.holds = true;
    const staff = await (await portal(salesforce))('staff');
    const { jobId } = begun(await start(staff, forced));
    await once(staff, jobId, ({ jobStatus }) => jobStatus === 'InProgress');
    expect(uploads()).toBe(1);
    await stops.pop()!();
    salesforce.organisation.holds = false;
    const again = await (await portal(salesforce))('staff');
    const batch = await ended(again, jobId);
    await projector.drained();
    expect(batch).toMatchObject({ batchStatus: 'COMPLETED', jobStatus: 'JobComplete' });
    const { outcomes } = await receipts(again, jobId);
    expect(outcomes.accepted + outcomes.refused).toBe(batch.exported);
    // Plans, employers, campaigns, contacts and campaign members, each once.
    expect(uploads()).toBe(5);
  });
});
