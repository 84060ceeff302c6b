import { randomUUID } from 'node:crypto';
import type {
  SalesforceBatchBegun,
  SalesforceBatchRecord,
  SalesforceScheduleAnswer,
} from '@superscope/contracts/salesforce';
import { memberStream, recordActivity, recordMember } from '@superscope/domain/member/member';
import { platformStream, recordPlatform } from '@superscope/domain/platform/platform';
import { providerStream, recordProvider } from '@superscope/domain/provider/provider';
import { streamName } from '@superscope/domain/event';
import { batchRegisterStream, numberBatch } from '@superscope/domain/salesforce-batch/batch-register';
import { salesforceBatchStream } from '@superscope/domain/salesforce-batch/salesforce-batch';
import { sydneyDate } from '@superscope/domain/calendar-dates';
import { AccessLog } from '@superscope/api/platform/access/access-log';
import { ScheduledExports } from '@superscope/api/salesforce/scheduled-exports';
import type { AccessEntry } from '@superscope/domain/access/access';
import { ReadModelWaits } from '@superscope/api/salesforce/read-models-reach';
import { LockWaits } from '@superscope/api/salesforce/sending';
import { Worker } from '@superscope/api/work/worker';
import { memberEvents } from '@superscope/projector/activity/member-facts.projection';
import type { Projector } from '@superscope/projector/runtime/projector';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type ApiClient } from '../harness/api-server.js';
import { PortalEngines } from '../harness/portal-engines.js';
import { byTest, SamplePlan } from '../harness/sample-plan.js';
import { salesforceObjects } from '../harness/salesforce-objects.js';
import { SalesforceServer } from '../harness/salesforce-server.js';
import { applyAll, broken, caughtUp, eventually } from '../harness/set-aside.js';

const key = 'Superscope_Id__c';

let engines: PortalEngines;
let projector: Projector;
let plan: SamplePlan;
let other: SamplePlan;
let salesforce: SalesforceServer;
let connected: Awaited<ReturnType<typeof startApi>>;
let consultations = 0;

const now = () => byTest(new Date().toISOString());
const today = sydneyDate(new Date());
const days = { startDate: today, endDate: today };
/** Steps that batches of an earlier release did not have. */
const ofPositions: readonly string[] = ['position', 'reach', 'log', 'cover'];

async function register(providerId: string, platformId: string, planId: string): Promise<SamplePlan> {
  const { store, identity } = engines;
  const provider = { providerId, name: `${providerId} Super` };
  await store.transact(providerStream, providerId, recordProvider(provider), now());
  const platform = { platformId, name: platformId, providerId, microsite: null };
  await store.transact(platformStream, platformId, recordPlatform(platform), now());
  const made = new SamplePlan(store, identity, planId);
  made.at = new Date().toISOString();
  await made.register(3);
  return made;
}

beforeAll(async () => {
  engines = await PortalEngines.start();
  projector = await engines.projector();
  await projector.start();
  plan = await register('TALLOWOOD', 'TWR', 'TWR.P0001');
  other = await register('LILLY', 'LBE', 'LBE.P0001');
  await caughtUp(engines, projector);
});
afterAll(async () => {
  await projector.stop();
  await engines.stop();
});

const signedIn = async ({ client }: Pick<typeof connected, 'client'>, username = 'admin'): Promise<ApiClient> => {
  const made = client();
  await made.signIn(username);
  return made;
};
const form = (fields: Record<string, string>) => {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  return body;
};
const start = (client: ApiClient, fields: Record<string, string> = {}) =>
  client.request('/api/salesforce/exports', { method: 'POST', body: form({ ...days, ...fields }) });
const begun = ({ status, body }: Awaited<ReturnType<ApiClient['request']>>) => {
  expect([status, body.message]).toEqual([202, undefined]);
  return body as unknown as SalesforceBatchBegun;
};
const stateOf = async (jobId: string) => (await engines.store.load(salesforceBatchStream, jobId)).state;
const inState = (jobId: string, state: string) =>
  eventually(async () => {
    const found = await stateOf(jobId);
    return found.state === state && found;
  });
const recordOf = (client: ApiClient, jobId: string) =>
  eventually(async () => {
    const { body } = await client.request(`/api/salesforce/exports?jobIds=${jobId}`);
    const [batch] = body as unknown as SalesforceBatchRecord[];
    return batch?.endedAt != null && batch;
  });
const complete = async (client: ApiClient, fields: Record<string, string> = {}) => {
  const { jobId } = begun(await start(client, fields));
  await inState(jobId, 'done');
  await projector.drained();
  return recordOf(client, jobId);
};
/** Each on another day, so that no two are the same. */
async function consultation(of = plan): Promise<string> {
  consultations += 1;
  const effectiveDate = `2025-${String(1 + Math.floor(consultations / 28)).padStart(2, '0')}-${String(1 + (consultations % 28)).padStart(2, '0')}`;
  const personal = { notes: null, fundName: null };
  const data = { effectiveDate, consultant: null, valid: null, outcome: null, amountCents: null, personal };
  const [member] = of.memberIds;
  await engines.store.transact(memberStream, member!, recordActivity('ConsultationPerformed', data, today), now());
  return effectiveDate;
}
const tasks = () => [...(salesforce.organisation.records.get('Task')?.values() ?? [])];
const isSent = (effectiveDate: string) => tasks().some((task) => task['ActivityDate'] === effectiveDate);
const restart = async () => {
  projector = await engines.projector();
  await projector.start();
};
const rename = async (of: SamplePlan, i: number, surname: string) => {
  const member = of.member(i);
  const revised = { ...member, personal: { ...member.personal, surname } };
  await engines.store.transact(memberStream, member.memberId, recordMember(revised, today), now());
};

describe('a batch that only makes files, and begins while the projector is stopped', () => {
  it('has in its files what was recorded before', async () => {
    const fileOnly = await startApi(engines);
    const client = await signedIn(fileOnly);
    await projector.stop();
    await consultation();
    const { jobId } = begun(await start(client));
    await eventually(async () => 'position' in (await stateOf(jobId)).done);
    await restart();
    const { done } = await inState(jobId, 'done');
    expect((JSON.parse(done['make-activities']!) as { rows: number }).rows).toBe(1);
    await fileOnly.stop();
  });
});

describe('with Salesforce', () => {
  beforeAll(async () => {
    salesforce = await SalesforceServer.start({ objects: salesforceObjects(), isQuick: true });
    connected = await startApi(engines, salesforce.environment);
    connected.app.get(LockWaits).milliseconds = [];
  });
  afterEach(() => {
    salesforce.organisation.refuses = () => null;
    salesforce.organisation.holds = false;
    connected.app.get(ReadModelWaits).milliseconds = 10 * 60_000;
  });
  afterAll(async () => {
    await connected.stop();
    await salesforce.stop();
  });

  describe('a batch that begins while the projector is stopped', () => {
    it.each([
      ['of today', async (client: ApiClient) => begun(await start(client)).jobId],
      ['that is forced', async (client: ApiClient) => begun(await start(client, { forceNewRun: 'true' })).jobId],
    ])(
      '%s does not complete without what was recorded before, and sends it once the projector is back',
      async (_, begin) => {
        const client = await signedIn(connected);
        await projector.stop();
        const recorded = await consultation();
        connected.app.get(ReadModelWaits).milliseconds = 0;
        const jobId = await begin(client);
        const waiting = await inState(jobId, 'retrying');
        expect(Object.keys(waiting.done)).toEqual(['position']);
        expect(isSent(recorded)).toBe(false);
        connected.app.get(ReadModelWaits).milliseconds = 60_000;
        await restart();
        await caughtUp(engines, projector);
        const [batch] = (await client.request(`/api/salesforce/exports?jobIds=${jobId}`))
          .body as unknown as SalesforceBatchRecord[];
        expect(batch).toMatchObject({ batchStatus: 'STARTED', exported: 0 });
        expect(batch!.note).toMatch(
          /^The read models have not caught up .*Nothing was sent, and everything stays due\.$/,
        );
        expect((await client.request(`/api/work/${jobId}/retry`, { method: 'POST' })).status).toBe(200);
        await inState(jobId, 'done');
        expect(isSent(recorded)).toBe(true);
      },
    );

    it('waits for it as long as it may take', async () => {
      const client = await signedIn(connected);
      await projector.stop();
      const recorded = await consultation();
      const { jobId } = begun(await start(client));
      await eventually(async () => 'position' in (await stateOf(jobId)).done);
      await restart();
      await inState(jobId, 'done');
      expect(isSent(recorded)).toBe(true);
    });

    it('as a retry sends the failed rows as they are once the projector is back', async () => {
      const client = await signedIn(connected);
      const [, second] = plan.memberIds;
      await rename(plan, 1, 'First');
      await caughtUp(engines, projector);
      salesforce.organisation.refuses = (of, row) =>
        of === 'Contact' && row[key] === second ? 'DUPLICATE_VALUE:--' : null;
      const failed = await complete(client);
      expect(failed.failed).toBe(1);
      salesforce.organisation.refuses = () => null;
      await projector.stop();
      await rename(plan, 1, 'Second');
      const { jobId } = begun(
        await client.request('/api/salesforce/retry', { method: 'PATCH', body: form({ jobId: failed.jobId }) }),
      );
      await eventually(async () => 'position' in (await stateOf(jobId)).done);
      expect((await stateOf(jobId)).state).toBe('running');
      await restart();
      await inState(jobId, 'done');
      expect(salesforce.organisation.record('Contact', second!)).toMatchObject({ LastName: 'Second' });
    });
  });

  describe('a window of days', () => {
    it('runs again when it holds anything unsent, and else only if it is forced', async () => {
      const client = await signedIn(connected);
      await consultation();
      await caughtUp(engines, projector);
      const first = await complete(client);
      const again = await start(client);
      expect([again.status, again.body.message]).toEqual([
        409,
        `Batch ${first.batchId} has exported these days already. Choose ‘Force new run’ to export them again.`,
      ]);
      const recorded = await consultation();
      const second = await complete(client);
      expect([second.batchStatus, isSent(recorded)]).toEqual(['COMPLETED', true]);
      expect((await start(client)).status).toBe(409);
      expect((await complete(client, { forceNewRun: 'true' })).exported).toBeGreaterThan(1);
    });

    it('covers only its own days and provider, and what others hold stays unsent', async () => {
      const client = await signedIn(connected);
      await complete(client, { forceNewRun: 'true' });
      const [ofPlan, ofOther] = [await consultation(), await consultation(other)];
      await caughtUp(engines, projector);
      await complete(client, { providerIdFilter: 'LILLY' });
      expect([isSent(ofOther), isSent(ofPlan)]).toEqual([true, false]);
      expect((await start(client, { providerIdFilter: 'LILLY' })).status).toBe(409);
      await complete(client);
      expect(isSent(ofPlan)).toBe(true);
    });
  });

  describe('a batch of a release whose batches covered days, and no positions', () => {
    it('keeps nothing from being sent: its days run again after the upgrade, and once', async () => {
      const client = await signedIn(connected);
      const { jobId } = await complete(client, { forceNewRun: 'true' });
      const recorded = await consultation();
      await caughtUp(engines, projector);
      // As the earlier release left it: Complete, without the steps that say up to which position.
      const workId = randomUUID();
      const events: { type: string; data: object }[] = [];
      for await (const event of engines.store.read(streamName(salesforceBatchStream, jobId)))
        if ('data' in event && !ofPositions.includes((event.data as { step?: string }).step ?? ''))
          events.push({ type: event.type, data: { ...(event.data as object), workId } });
      const scope = { ...days, providerId: null, companyId: null, retryOf: null };
      const numbered = numberBatch(workId, scope, null, () => 'done');
      await engines.store.transact(batchRegisterStream, '', numbered, now());
      await engines.store.transact(salesforceBatchStream, workId, () => events as never, now());
      await caughtUp(engines, projector);
      expect((await recordOf(client, workId)).batchStatus).toBe('COMPLETED');
      await complete(client);
      expect(isSent(recorded)).toBe(true);
      expect((await start(client)).status).toBe(409);
    });
  });

  describe('rows that Salesforce refused', () => {
    it('go first in the next batch, as they are by then, until they are accepted', async () => {
      const client = await signedIn(connected);
      const third = plan.memberIds[2]!;
      await rename(plan, 2, 'Refused');
      await caughtUp(engines, projector);
      salesforce.organisation.refuses = (of, row) =>
        of === 'Contact' && row[key] === third ? 'DUPLICATE_VALUE:--' : null;
      expect((await complete(client)).failed).toBe(1);
      // Nothing was recorded since, and the row is owed.
      const owed = await complete(client);
      expect(owed.failed).toBe(1);
      salesforce.organisation.refuses = () => null;
      await complete(client, { startDate: '2026-01-01', endDate: '2026-01-02' });
      expect(salesforce.organisation.record('Contact', third)).toMatchObject({ LastName: 'Refused' });
      expect((await start(client)).status).toBe(409);
    });
  });

  describe('an event that was set aside', () => {
    it('keeps everything since unsent, so that its row is sent once it is applied', async () => {
      const client = await signedIn(connected);
      await complete(client, { forceNewRun: 'true' });
      const poison = broken(memberEvents, (data) => data['effectiveDate'] === '2024-12-24');
      const personal = { notes: null, fundName: null };
      const data = {
        effectiveDate: '2024-12-24',
        consultant: null,
        valid: null,
        outcome: null,
        amountCents: null,
        personal,
      };
      const decision = recordActivity('ConsultationPerformed', data, today);
      await engines.store.transact(memberStream, plan.memberIds[1]!, decision, now());
      await caughtUp(engines, projector);
      expect((await complete(client)).batchStatus).toBe('COMPLETED');
      expect(isSent('2024-12-24')).toBe(false);
      poison.release();
      await applyAll(engines);
      await caughtUp(engines, projector);
      await complete(client);
      expect(isSent('2024-12-24')).toBe(true);
      expect((await start(client)).status).toBe(409);
    });
  });

  describe('an export by the plan', () => {
    const plan_ = { isOn: true, at: '02:30', days: [1, 2, 3, 4, 5, 6, 7], providerIds: null };
    const put = (client: ApiClient, body: object) =>
      client.request('/api/salesforce/schedule', {
        method: 'PUT',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
    const shown = async (client: ApiClient) =>
      (await client.request('/api/salesforce/schedule')).body as unknown as SalesforceScheduleAnswer;
    const nextNight = (nights: number) => new Date(Date.now() + nights * 24 * 60 * 60_000);

    it('is set by an Admin, and not over a plan that somebody set since', async () => {
      const admin = await signedIn(connected);
      expect((await put(await signedIn(connected, 'staff'), plan_)).status).toBe(403);
      expect((await put(admin, { ...plan_, providerIds: ['NONE'] })).status).toBe(404);
      expect((await put(admin, { ...plan_, days: [] })).status).toBe(400);
      const { revision } = await shown(admin);
      expect((await put(admin, { ...plan_, at: '04:00', revision })).status).toBe(200);
      const late = await put(admin, { ...plan_, revision });
      expect([late.status, late.body['changes']]).toEqual([
        409,
        [expect.objectContaining({ fields: expect.arrayContaining([{ field: 'Time', was: null, is: '04:00' }]) })],
      ]);
      expect((await put(admin, { ...plan_, revision: late.body['revision'] })).status).toBe(200);
      expect((await shown(admin)).plan).toMatchObject({ at: '02:30', by: expect.any(String) as string });
    });

    it('sends everything unsent once, whoever looks and however often, though the projector was stopped for the night', async () => {
      const client = await signedIn(connected);
      await complete(client, { forceNewRun: 'true' });
      const exports_ = connected.app.get(ScheduledExports);
      await projector.stop();
      const recorded = await consultation();
      await Promise.all([exports_.turn(nextNight(1)), exports_.turn(nextNight(1))]);
      const [begun_] = (await shown(client)).last!.batches;
      expect(begun_).toMatchObject({ provider: null, batchId: expect.any(Number) as number });
      const { numbers } = (await engines.store.load(batchRegisterStream, '')).state;
      const jobId = Object.keys(numbers).find((each) => numbers[each] === begun_!.batchId)!;
      await eventually(async () => 'position' in (await stateOf(jobId)).done);
      expect(isSent(recorded)).toBe(false);
      await restart();
      await inState(jobId, 'done');
      expect(isSent(recorded)).toBe(true);
      await exports_.turn(nextNight(1));
      await projector.drained();
      expect((await shown(client)).last!.batches).toEqual([
        { provider: null, batchId: begun_!.batchId, status: 'COMPLETED' },
      ]);
      // Nothing is unsent, and the next night has its own export.
      expect((await start(client)).status).toBe(409);
      await exports_.turn(nextNight(2));
      const [next] = (await shown(client)).last!.batches;
      expect(next!.batchId).toBe(begun_!.batchId! + 1);
      const nextId = await eventually(async () => {
        const state = (await engines.store.load(batchRegisterStream, '')).state;
        return Object.keys(state.numbers).find((each) => state.numbers[each] === next!.batchId);
      });
      await inState(nextId, 'done');
      expect((await put(client, { ...plan_, isOn: false })).status).toBe(200);
      expect((await shown(client)).next).toBeNull();
    });
  });

  describe('whom a batch is about', () => {
    it('is in the access log of each member, and what the batch is of in the activity of who started it', async () => {
      const client = await signedIn(connected);
      await consultation();
      await caughtUp(engines, projector);
      const { batchId, jobId } = await complete(client);
      const { request } = await stateOf(jobId);
      expect(request).not.toBeNull();
      await connected.app.get(AccessLog).flush();
      const entries: AccessEntry[] = [];
      for await (const batch of engines.store.readAll({ from: null, prefixes: ['access-'] }))
        for (const event of batch)
          if ('data' in event) entries.push(...(event.data as { entries: AccessEntry[] }).entries);
      const sent = entries.filter(
        ({ action, object }) => action === 'sent to Salesforce' && object === `batch ${batchId}`,
      );
      expect(sent.flatMap(({ members }) => members)).toContain(plan.memberIds[0]);
      expect(sent[0]).toMatchObject({ userId: 'admin', filter: { batch: String(batchId) }, outcome: 'ok' });
      const started = entries.findLast(({ action }) => action === 'started Salesforce export');
      expect(started).toMatchObject({
        object: `batch ${batchId}`,
        filter: { days: `${today} to ${today}`, provider: 'all', employer: 'all', again: 'no' },
      });
    });
  });

  describe('two batches of the same rows', () => {
    it('run one after the other: that of one provider waits for that of all', async () => {
      const client = await signedIn(connected);
      await consultation(other);
      await caughtUp(engines, projector);
      salesforce.organisation.holds = true;
      const first = begun(await start(client, { forceNewRun: 'true' })).jobId;
      await eventually(async () => salesforce.organisation.isRunning('Account'));
      const second = begun(await start(client, { forceNewRun: 'true', providerIdFilter: 'LILLY' })).jobId;
      // Each look tries it.
      for (let looks = 0; looks < 3; looks += 1) await connected.app.get(Worker).look();
      await projector.drained();
      expect((await stateOf(second)).state).toBe('waiting');
      salesforce.organisation.holds = false;
      await inState(first, 'done');
      await inState(second, 'done');
      const { turns, coverings } = (await engines.store.load(batchRegisterStream, '')).state;
      expect(turns.map(({ workId }) => workId)).toEqual([second]);
      expect(coverings.length).toBeGreaterThan(0);
    });
  });
});
