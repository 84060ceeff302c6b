import type { DevOpsTree } from '@superscope/contracts/dev-ops';
import type { SalesforceBatchBegun } from '@superscope/contracts/salesforce';
import type {
  ReconciliationBegun,
  ReconciliationDifferences,
  SalesforceReconciliations,
} from '@superscope/contracts/salesforce-reconciliation';
import { Waits } from '@superscope/api/salesforce/patient-crm';
import { ReadModelWaits } from '@superscope/api/salesforce/read-models-reach';
import { LockWaits } from '@superscope/api/salesforce/sending';
import { WeeklyReconciliation } from '@superscope/api/salesforce/weekly-reconciliation';
import { Schedule } from '@superscope/api/work/schedule';
import { campaignStream, cancelCampaign, recordCampaign, recordEngagement } from '@superscope/domain/campaign/campaign';
import { sydneyDate } from '@superscope/domain/calendar-dates';
import { eraseMember, memberStream, recordActivity } from '@superscope/domain/member/member';
import { platformStream, recordPlatform } from '@superscope/domain/platform/platform';
import { providerStream, recordProvider } from '@superscope/domain/provider/provider';
import { salesforceBatchStream } from '@superscope/domain/salesforce-batch/salesforce-batch';
import { salesforceReconciliationStream } from '@superscope/domain/salesforce-reconciliation/salesforce-reconciliation';
import { streamName } from '@superscope/domain/event';
import type { Projector } from '@superscope/projector/runtime/projector';
import { memberEvents } from '@superscope/projector/activity/member-facts.projection';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type ApiClient } from '../harness/api-server.js';
import { PortalEngines } from '../harness/portal-engines.js';
import { byTest, SamplePlan } from '../harness/sample-plan.js';
import { salesforceObjects } from '../harness/salesforce-objects.js';
import { SalesforceServer, type Answer } from '../harness/salesforce-server.js';
import { applyAll, broken, caughtUp, eventually } from '../harness/set-aside.js';

const key = 'Superscope_Id__c';
const today = sydneyDate(new Date());

let engines: PortalEngines;
let projector: Projector;
let plan: SamplePlan;
let salesforce: SalesforceServer;
let api: Awaited<ReturnType<typeof startPortal>>;
let admin: ApiClient;
let consultations = 0;

const now = () => byTest(new Date().toISOString());

async function startPortal() {
  const started = await startApi(engines, salesforce.environment);
  started.app.get(LockWaits).milliseconds = [];
  const waits = started.app.get(Waits);
  const wait = waits.until.bind(waits);
  waits.until = (_, signal, isStopping) => wait(new Date(), signal, isStopping);
  return started;
}

const signedIn = async ({ client }: Pick<typeof api, 'client'>, username = 'admin'): Promise<ApiClient> => {
  const made = client();
  await made.signIn(username);
  return made;
};

beforeAll(async () => {
  engines = await PortalEngines.start();
  projector = await engines.projector();
  await projector.start();
  salesforce = await SalesforceServer.start({ objects: salesforceObjects(), isQuick: true, recordsOfPage: 2 });
  const { store, identity } = engines;
  for (const [providerId, platformId] of [
    ['TALLOWOOD', 'TWR'],
    ['LILLY', 'LBE'],
  ] as const) {
    await store.transact(
      providerStream,
      providerId,
      recordProvider({ providerId, name: `${providerId} Super` }),
      now(),
    );
    const platform = { platformId, name: platformId, providerId, microsite: null };
    await store.transact(platformStream, platformId, recordPlatform(platform), now());
  }
  plan = new SamplePlan(store, identity, 'TWR.P0001');
  const other = new SamplePlan(store, identity, 'LBE.P0001');
  for (const each of [plan, other]) each.at = new Date().toISOString();
  await plan.register(5);
  await other.register(2);
  const campaign = { campaignId: 'TWR.K1', planId: plan.planId, campaignType: 'email', name: 'Spring' };
  await store.transact(campaignStream, 'TWR.K1', recordCampaign({ ...campaign, runDate: '2026-03-01' }), now());
  const sent = [[plan.memberIds[0]!, 'Sent', '2026-03-02T00:00:00.000Z']] as const;
  await store.transact(campaignStream, 'TWR.K1', recordEngagement('import-1', sent), now());
  await caughtUp(engines, projector);
  api = await startPortal();
  admin = await signedIn(api);
});
afterEach(() => {
  salesforce.organisation.refuses = () => null;
  salesforce.organisation.holds = false;
  api.app.get(ReadModelWaits).milliseconds = 10 * 60_000;
});
afterAll(async () => {
  await api.stop();
  await salesforce.stop();
  await projector.stop();
  await engines.stop();
});

const stateOf = async (workId: string) => (await engines.store.load(salesforceReconciliationStream, workId)).state;
const inState = (workId: string, state: string) =>
  eventually(async () => {
    const found = await stateOf(workId);
    if (found.state === 'failed' && state !== 'failed') throw new Error(JSON.stringify(found));
    return found.state === state && found;
  });
const ask = async (client = admin) => {
  const { status, body } = await client.request('/api/salesforce/reconciliations', { method: 'POST' });
  expect([status, body.message]).toEqual([202, undefined]);
  return body as unknown as ReconciliationBegun;
};
const shown = async (client = admin) =>
  (await client.request('/api/salesforce/reconciliations')).body as unknown as SalesforceReconciliations;
/** The newest comparison, once it is done and can be read. */
const result = async (workId: string) => {
  await inState(workId, 'done');
  await projector.drained();
  return eventually(async () => {
    const { last } = await shown();
    return last?.workId === workId && last;
  });
};
const compared = async () => result((await ask()).workId);
const ids = async (workId: string, side: 'missing' | 'extra') =>
  (await admin.request(`/api/salesforce/reconciliations/${workId}/differences?side=${side}`))
    .body as unknown as ReconciliationDifferences;
const batchInState = (jobId: string, state: string) =>
  eventually(async () => (await engines.store.load(salesforceBatchStream, jobId)).state.state === state);
const start = async () => {
  const body = new FormData();
  for (const [name, value] of Object.entries({ startDate: today, endDate: today, forceNewRun: 'true' }))
    body.set(name, value);
  const answer = await admin.request('/api/salesforce/exports', { method: 'POST', body });
  expect(answer.status).toBe(202);
  return answer.body as unknown as SalesforceBatchBegun;
};
const exported = async () => {
  const { jobId } = await start();
  await batchInState(jobId, 'done');
  await projector.drained();
};
const sendMissing = (workId: string) =>
  admin.request(`/api/salesforce/reconciliations/${workId}/missing`, { method: 'POST' });
const alert = async () => {
  const devops = await signedIn(api, 'devops');
  const tree = (await devops.request('/api/devops/monitors/tree')).body as unknown as DevOpsTree;
  return tree.children.find(({ label }) => label === 'Salesforce differs');
};
const restart = async () => {
  projector = await engines.projector();
  await projector.start();
};
async function consultation(): Promise<string> {
  consultations += 1;
  const effectiveDate = `2025-01-${String(consultations).padStart(2, '0')}`;
  const personal = { notes: null, fundName: null };
  const data = { effectiveDate, consultant: null, valid: null, outcome: null, amountCents: null, personal };
  const decision = recordActivity('ConsultationPerformed', data, today);
  await engines.store.transact(memberStream, plan.memberIds[1]!, decision, now());
  return effectiveDate;
}
const organisation = () => salesforce.organisation;
const same = { missing: 0, unsent: 0, extra: 0, toDelete: 0 };

describe('before anything was exported', () => {
  it('nothing was compared, everything is not sent yet, and nothing differs', async () => {
    expect(await shown()).toMatchObject({ host: new URL(salesforce.url).host, last: null, running: null, history: [] });
    const { totals, groups, workId, askedBy } = await compared();
    expect(totals).toEqual({ ...same, ours: 13, theirs: 0, unsent: 13 });
    expect(groups.find(({ object, providerId }) => object === 'contacts' && providerId === 'LILLY')).toMatchObject({
      provider: 'LILLY Super',
      crmObject: 'Contact',
      ours: 2,
      unsent: 2,
    });
    expect(askedBy).not.toBe('The portal');
    expect((await ids(workId, 'missing')).rows).toEqual([]);
    expect((await sendMissing(workId)).status).toBe(409);
  });
});

describe('who may compare', () => {
  it('is an Admin; Staff read what it found, and nobody else does', async () => {
    const staff = await signedIn(api, 'staff');
    expect((await staff.request('/api/salesforce/reconciliations', { method: 'POST' })).status).toBe(403);
    expect((await staff.request('/api/salesforce/reconciliations')).status).toBe(200);
    const devops = await signedIn(api, 'devops');
    expect((await devops.request('/api/salesforce/reconciliations')).status).toBe(403);
  });

  it('is nobody where no Salesforce is connected', async () => {
    const alone = await startApi(engines);
    const client = await signedIn(alone);
    expect(await shown(client)).toMatchObject({ host: null, next: null });
    const { status, body } = await client.request('/api/salesforce/reconciliations', { method: 'POST' });
    expect([status, body.message]).toEqual([409, 'No Salesforce is connected.']);
    await alone.stop();
  });
});

describe('after an export', () => {
  beforeAll(exported);

  it('both sides hold the same', async () => {
    const { totals, groups } = await compared();
    expect(totals).toEqual({ ...same, ours: 13, theirs: 13 });
    expect(new Set(groups.map(({ object, provider }) => `${provider} ${object}`)).size).toBe(8);
    expect((await alert())?.state).not.toBe('failed');
  });

  it('records that somebody deleted or made there differ, by ids alone, which fires an alert until they do not', async () => {
    const third = plan.memberIds[2]!;
    organisation().delete('Contact', third);
    const [first] = plan.memberIds;
    const stranger = '11111111-2222-4333-8444-555555555555';
    organisation().put('Contact', { [key]: 'Jane Smith', LastName: 'Smith' });
    organisation().put('Contact', { [key]: stranger, LastName: 'Stranger' });
    organisation().put('Contact', { [key]: first!.toUpperCase(), LastName: 'Double' });
    const { totals, workId, groups } = await compared();
    expect(totals).toEqual({ ...same, ours: 13, theirs: 15, missing: 1, extra: 3 });
    expect(groups.find(({ providerId }) => providerId === null)).toMatchObject({ object: 'contacts', extra: 2 });
    expect(await ids(workId, 'missing')).toMatchObject({
      count: 1,
      rows: [{ object: 'contacts', crmObject: 'Contact', provider: 'TALLOWOOD Super', key: third, crmId: null }],
    });
    const extra = await ids(workId, 'extra');
    expect(extra.rows.map(({ key: id, why, provider }) => [id, why, provider])).toEqual([
      [first!.toUpperCase(), 'double', 'TALLOWOOD Super'],
      [null, 'unknown', null],
      [stranger, 'unknown', null],
    ]);
    const csv = await admin.request(`/api/salesforce/reconciliations/${workId}/differencesCsv`);
    const text = csv.body as unknown as string;
    expect(text.split('\r\n')).toEqual([
      'side,provider,object,crmObject,Superscope_Id__c,Id,why',
      `missing,TALLOWOOD Super,contacts,Contact,${third},,`,
      ...extra.rows.map(
        ({ key: id, crmId, why, provider }) => `extra,${provider ?? ''},contacts,Contact,${id ?? ''},${crmId},${why}`,
      ),
      '',
    ]);
    const recorded: string[] = [];
    for await (const event of engines.store.read(streamName(salesforceReconciliationStream, workId)))
      recorded.push(JSON.stringify('data' in event ? event.data : null));
    expect(recorded.join() + text + JSON.stringify(extra)).not.toMatch(/jane|smith|Surname/i);
    expect(await alert()).toMatchObject({
      state: 'failed',
      description: expect.stringContaining('1 record missing and 3 extra') as string,
    });

    const sent = await sendMissing(workId);
    expect(sent.status).toBe(202);
    const { jobId, batchId } = sent.body as unknown as SalesforceBatchBegun;
    await batchInState(jobId, 'done');
    await projector.drained();
    expect(organisation().record('Contact', third)).toMatchObject({ [key]: third });
    const [batch] = (await admin.request(`/api/salesforce/exports?jobIds=${jobId}`)).body as unknown as object[];
    expect(batch).toMatchObject({ exported: 1, imported: 1, isOfMissing: true, covered: null });
    expect((await shown()).last!.sentBy).toEqual({ batchId, status: 'COMPLETED' });
    const again = await sendMissing(workId);
    expect([again.status, again.body.message]).toEqual([
      409,
      `Batch ${batchId} has sent them. Compare again to see what is still missing.`,
    ]);

    for (const { crmId } of extra.rows) organisation().records.get('Contact')!.delete(crmId!);
    expect((await compared()).totals).toEqual({ ...same, ours: 13, theirs: 13 });
    expect((await alert())?.state).not.toBe('failed');
    expect((await sendMissing(workId)).body.message).toBe(
      'There is a newer comparison. Send what that one found missing.',
    );
  });

  it('ids that stand there in capitals are the same ids', async () => {
    const [, second] = plan.memberIds;
    const record = organisation().record('Contact', second!)!;
    record[key] = second!.toUpperCase();
    expect((await compared()).totals).toEqual({ ...same, ours: 13, theirs: 13 });
    record[key] = second!;
  });
});

describe('what the portal has not sent yet', () => {
  it('is not missing, though the projector was stopped when it was compared: that waits for it', async () => {
    await projector.stop();
    await consultation();
    api.app.get(ReadModelWaits).milliseconds = 0;
    const before = (await shown()).last;
    const { workId } = await ask();
    const { done } = await inState(workId, 'retrying');
    expect(Object.keys(done)).toEqual(['position']);
    expect((await shown()).last).toEqual(before);
    api.app.get(ReadModelWaits).milliseconds = 60_000;
    await restart();
    await caughtUp(engines, projector);
    expect((await shown()).running).toMatchObject({
      workId,
      note: expect.stringMatching(/^The read models have not caught up .* Nothing was compared\.$/) as string,
    });
    expect((await admin.request(`/api/work/${workId}/retry`, { method: 'POST' })).status).toBe(200);
    expect((await result(workId)).totals).toEqual({ ...same, ours: 14, theirs: 13, unsent: 1 });
  });

  it('nor is what Salesforce refused, which is owed', async () => {
    organisation().refuses = (object) => (object === 'Task' ? 'DUPLICATE_VALUE:--' : null);
    await exported();
    expect((await compared()).totals).toMatchObject({ missing: 0, unsent: 1 });
    organisation().refuses = () => null;
    await exported();
    expect((await compared()).totals).toMatchObject({ theirs: 14, unsent: 0 });
  });

  it('nor is what a batch is sending meanwhile, nor what is recorded while Salesforce is read', async () => {
    await consultation();
    await caughtUp(engines, projector);
    organisation().holds = 'Task';
    const { jobId } = await start();
    await eventually(async () => organisation().isRunning('Task'));
    expect((await compared()).totals).toMatchObject({ missing: 0, extra: 0, unsent: 1 });
    // The batch ends and another row comes while Salesforce's answer is held back.
    salesforce.play(/GET .*queryAll\?.*Task/, 'stall');
    const { workId } = await ask();
    await eventually(async () => salesforce.stalled.length > 0);
    organisation().holds = false;
    await batchInState(jobId, 'done');
    await consultation();
    await caughtUp(engines, projector);
    await exported();
    for (const response of salesforce.stalled.splice(0)) response.destroy();
    expect((await result(workId)).totals).toMatchObject({ missing: 0, extra: 0 });
    expect((await compared()).totals).toMatchObject({ ...same, ours: 16, theirs: 16 });
  });

  it('and what is archived there is there', async () => {
    for (const id of organisation().records.get('Task')!.keys()) organisation().archived.add(id);
    expect((await compared()).totals).toMatchObject({ ...same, ours: 16, theirs: 16 });
  });

  it('and events that were set aside are told', async () => {
    const poison = broken(memberEvents, () => true);
    await consultation();
    await caughtUp(engines, projector);
    expect(await compared()).toMatchObject({ isPartial: true });
    poison.release();
    await applyAll(engines);
    await caughtUp(engines, projector);
    await exported();
    expect(await compared()).toMatchObject({ isPartial: false, totals: { ...same, ours: 17, theirs: 17 } });
  });
});

describe('a Salesforce that answers badly', () => {
  it('half a list is not believed, and nothing of it is kept', async () => {
    const before = (await shown()).last;
    const spent = { answer: 403, code: 'REQUEST_LIMIT_EXCEEDED', message: 'TotalRequests Limit exceeded.' };
    salesforce.play(/GET .*\/query\/\w+-2/, spent, 1_000);
    const { workId } = await ask();
    const { done } = await inState(workId, 'retrying');
    expect(Object.keys(done)).toEqual(['position', 'reach']);
    expect((await shown()).last).toEqual(before);
    salesforce.endPlays();
    await projector.drained();
    expect((await admin.request(`/api/work/${workId}/retry`, { method: 'POST' })).status).toBe(200);
    expect((await result(workId)).totals).toMatchObject(same);
  });

  it('a page that repeats a record is asked for again, because another one may be left out', async () => {
    const repeated = (answer: Answer): Answer => {
      const page = JSON.parse(String(answer.body)) as { records: object[] };
      page.records = page.records.map(() => page.records[0]!);
      return { ...answer, body: JSON.stringify(page) };
    };
    salesforce.play(/GET .*\/query\?.*FROM%20Contact%20/, { instead: repeated }, 1);
    expect((await compared()).totals).toMatchObject(same);
    expect(salesforce.isPlayedOut).toBe(true);
  });
});

describe('an erased member', () => {
  it('is extra until the next export deletes the records, and differs only if they are there after that', async () => {
    const last = plan.memberIds[4]!;
    const before = organisation().record('Contact', last)!;
    await engines.store.transact(memberStream, last, eraseMember('The member asked for it.'), now());
    await caughtUp(engines, projector);
    const waits = await compared();
    expect(waits.totals).toEqual({ ...same, ours: 16, theirs: 17, extra: 1, toDelete: 1 });
    expect((await ids(waits.workId, 'extra')).rows).toMatchObject([
      { key: last, why: 'erased', isToDelete: true, provider: 'TALLOWOOD Super' },
    ]);
    expect((await alert())?.state).not.toBe('failed');
    await exported();
    expect((await compared()).totals).toEqual({ ...same, ours: 16, theirs: 16 });
    organisation().put('Contact', { [key]: last, LastName: before['LastName']! });
    const restored = await compared();
    expect(restored.totals).toEqual({ ...same, ours: 16, theirs: 17, extra: 1 });
    expect((await ids(restored.workId, 'extra')).rows).toMatchObject([{ why: 'erased', isToDelete: false }]);
    organisation().delete('Contact', last);
  });
});

describe('a campaign that was cancelled', () => {
  it('stays in Salesforce with its members, and is not missed where it is not', async () => {
    await engines.store.transact(campaignStream, 'TWR.K1', cancelCampaign, now());
    await caughtUp(engines, projector);
    await exported();
    expect((await compared()).totals).toEqual({ ...same, ours: 16, theirs: 16 });
    organisation().delete('Campaign', 'TWR.K1');
    organisation().records.get('CampaignMember')!.clear();
    expect((await compared()).totals).toEqual({ ...same, ours: 14, theirs: 14 });
  });
});

describe('a comparison whose process ends', () => {
  it('is carried on by the next one, which repeats no object that was compared', async () => {
    salesforce.play(/GET .*\/query\?.*FROM%20Contact%20/, 'stall');
    const { workId } = await ask();
    await eventually(async () => salesforce.stalled.length > 0);
    expect(await ask()).toEqual({ workId, isNew: false });
    await api.stop();
    salesforce.stalled.length = 0;
    salesforce.asked.length = 0;
    api = await startPortal();
    admin = await signedIn(api);
    expect((await result(workId)).totals).toMatchObject(same);
    expect(salesforce.asked.filter((what) => what.includes('FROM%20Account'))).toEqual([]);
  });

  it('stops when somebody asks for it', async () => {
    salesforce.play(/GET .*\/query\?.*FROM%20Contact%20/, 'stall');
    const { workId } = await ask();
    await eventually(async () => salesforce.stalled.length > 0);
    await eventually(async () => (await admin.request(`/api/work/${workId}/stop`, { method: 'POST' })).status === 200);
    await inState(workId, 'stopped');
    salesforce.stalled.length = 0;
  });
});

describe('each week', () => {
  it('the clock asks for one comparison, whichever process looks and however often, after the first export', async () => {
    const second = await startPortal();
    const [here, there] = [api, second].map(({ app }) => app.get(WeeklyReconciliation));
    const due = new Date('2026-11-22T00:00:00.000Z');
    await expect(here!.begin(due)).resolves.toEqual({ isDone: true, said: 'Nothing was exported before' });
    const next = new Date(Date.now() + 7 * 24 * 60 * 60_000);
    await Promise.all([here!.begin(next), there!.begin(next), here!.begin(next)]);
    await projector.drained();
    const { running, history } = await eventually(async () => {
      const found = await shown();
      return found.history.some(({ askedBy }) => askedBy === 'The portal') && found;
    });
    expect([running, ...history].filter((each) => each?.askedBy === 'The portal').length).toBeLessThanOrEqual(2);
    const [weekly] = history;
    expect((await result(weekly!.workId)).totals).toMatchObject(same);
    expect((await shown()).history.filter(({ askedBy }) => askedBy === 'The portal')).toHaveLength(1);
    const clocks = await api.app.get(Schedule).list(new Date('2026-11-25T00:00:00.000Z'));
    expect(clocks.find(({ name }) => name.startsWith('Salesforce'))).toMatchObject({
      times: 'Every Sunday, 06:00',
      next: new Date('2026-11-28T19:00:00.000Z'),
    });
    await second.stop();
  });
});
