import { setTimeout as delay } from 'node:timers/promises';
import { binaryEvent, EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { csvTableNames, isCsvTable } from '@superscope/contracts/csv-tables';
import { closePlan, planStream } from '@superscope/domain/plan/plan';
import type { StreamDefinition } from '@superscope/domain/event';
import type { RawEvent } from '@superscope/event-store/events/codec';
import { UndecodableEventError } from '@superscope/event-store/connection/errors';
import { isUndecodable } from '@superscope/event-store/events/recorded-event';
import { rebuild } from '@superscope/projector/rebuild/rebuild';
import { DeadLetters } from '@superscope/projector/runtime/operations/dead-letters';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectedTypes, quiet } from '../harness/portal-engines.js';
import { byTest, SamplePlan } from '../harness/sample-plan.js';
import { csv, Importing } from '../import/importing.js';
import { smallFund } from '../import/small-fund.js';
import { oddEvents, type StoredOddly } from './event-arbitraries.js';
import { fuzzRuns, fuzzSeed } from './fuzz-settings.js';

let importing: Importing;
let client: EventStoreDBClient;
let samples: RawEvent[];

beforeAll(async () => {
  importing = await Importing.startWith(Object.values(smallFund));
  await plan('PF.none').figures();
  await importing.derived();
  client = EventStoreDBClient.connectionString(importing.engines.urls.eventStore);
  samples = [];
  for await (const { event } of client.readAll())
    if (event && !event.streamId.startsWith('$') && !event.streamId.startsWith('access-')) samples.push(event);
});
afterAll(async () => {
  await client?.dispose();
  await importing?.stop();
});

/** Appends an event without the product's checks. False when the event store refuses it. */
async function append({ stream, type, data, metadata }: StoredOddly): Promise<boolean> {
  const bytes = { data: Buffer.from(data, 'utf8'), metadata: Buffer.from(metadata, 'utf8') };
  const event = isJson(data)
    ? jsonEvent({ type, data: JSON.parse(data) as never, metadata: bytes.metadata })
    : binaryEvent({ type, ...bytes });
  try {
    await client.appendToStream(stream, event);
    return true;
  } catch {
    return false;
  }
}

function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
}

const plan = (planId: string) => new SamplePlan(importing.engines.store, importing.engines.identity, planId);

/** Waits until a plan shows this many members at its only month. */
async function shows(planId: string, members: number): Promise<void> {
  const query = 'SELECT count() AS n FROM member_snapshot FINAL WHERE plan_id = {plan:String}';
  for (let looks = 0; looks < 6_000; looks += 1) {
    const [row] = await importing.engines.rows<{ n: number }>(query, { plan: planId });
    if (Number(row?.n) >= members) return;
    await delay(40);
  }
  throw new Error(`Plan ${planId} never showed its members.`);
}

/** Streams with events that the product cannot read, and the ids and reasons of the expected dead letters. */
async function unreadable(): Promise<{ streams: Set<string>; ids: Set<string>; reasons: Set<string> }> {
  const found = { streams: new Set<string>(), ids: new Set<string>(), reasons: new Set<string>() };
  for await (const batch of importing.engines.store.readAll({ from: null }))
    for (const event of batch)
      if (isUndecodable(event)) {
        found.streams.add(event.stream);
        found.reasons.add(event.undecodable);
        if (projectedTypes.includes(event.type)) found.ids.add(event.id);
      }
  return found;
}

const letters = () =>
  new DeadLetters(importing.engines.mongo.db('ops'), quiet).letters
    .find({})
    .map((letter) => letter._id)
    .toArray();

const lostImport = '11111111-2222-4333-8444-555555555555';
const to = (planId: string) => ({ planId, companyId: 'EAST.C1', categoryId: null });
const asked = (planId: string) => ({ planId, at: '2026-01-31T00:00:00.000Z', reason: 'insurance', status: null });
const month = (planId: string) => ({ importId: lostImport, planId, month: '2026-01', rows: 1 });

/** Valid events whose preceding events are missing, for example because they are dead letters. */
const withoutBeginning: readonly [stream: string, type: string, data: object][] = [
  ['plan-EAST.PX', 'PlanClosed', { planId: 'EAST.PX', on: '2026-01-31' }],
  ['company-EAST.CX', 'CompanyDeactivated', { companyId: 'EAST.CX', on: '2026-01-31' }],
  ['campaign-EAST.KX', 'CampaignCancelled', { campaignId: 'EAST.KX', planId: 'EAST.P1' }],
  [
    'campaign-EAST.KY',
    'CampaignEngagementImported',
    { campaignId: 'EAST.KY', planId: 'EAST.P1', importId: 'i', rows: [] },
  ],
  ['member-00000000-0000-4000-8000-000000000001', 'MemberLeft', { on: '2026-01-31' }],
  ['member-00000000-0000-4000-8000-000000000002', 'MemberErased', { reason: 'Asked' }],
  ['member-00000000-0000-4000-8000-000000000003', 'MemberMoved', { ...to('EAST.P1'), on: '2026-01-31' }],
  ['member-00000000-0000-4000-8000-000000000005', 'ContactRequested', asked('EAST.P1')],
  ['user-nobody', 'UserActivated', { userId: 'nobody' }],
  ['user-nobody', 'ApplicationTokenRevoked', { userId: 'nobody', tokenId: 't', revokedAt: '2026-01-31T00:00:00.000Z' }],
  [`import-${lostImport}`, 'ImportProgressed', { importId: lostImport, rows: 7 }],
  ['memberSnapshots-EAST.P1-202601', 'MemberSnapshotsCompleted', { ...month('EAST.P1'), chunks: 3, digest: 'x' }],
  ['memberSnapshots-EAST.P2-202601', 'SnapshotImportWithdrawn', month('EAST.P2')],
  ['assetsOwned-EAST.P1-202601', 'AssetsOwnedCompleted', { ...month('EAST.P1'), chunks: 1, digest: 'x' }],
];

describe('events without their preceding events', () => {
  it('are not visible, and do not affect others', { timeout: 240_000 }, async () => {
    const before: Record<string, string> = {};
    for (const table of csvTableNames) before[table] = await importing.export(table, '');
    for (const [stream, type, data] of withoutBeginning) {
      const id = stream.startsWith('member-') ? { memberId: stream.slice(7) } : {};
      const stored = { stream, type, data: JSON.stringify({ ...id, ...data }), metadata: '{"schemaVersion":1}' };
      expect(await append(stored)).toBe(true);
    }
    await importing.derived();
    expect(await letters()).toEqual([]);
    for (const table of csvTableNames)
      expect([table, await importing.export(table, '')]).toEqual([table, before[table]]);
    const { admin } = importing;
    expect((await admin.request('/api/plan/EAST.PX')).status).toBe(404);
    expect((await admin.request(`/api/csv/imports/${lostImport}`)).status).toBe(404);
    const file = csv('platformId,planId,companyId,memberId', 'EAST,PX,CX,900');
    expect((await importing.upload(file, '?table=members')).body.errors).toMatchObject([{ column: 'planId' }]);
    expect((await admin.post('/api/plans/EAST.PX/close', { on: '2026-02-01' })).status).toBe(404);
    expect((await admin.post('/api/companies/EAST.CX/deactivate', { on: '2026-02-01' })).status).toBe(404);
  });
});

describe('events that the product could not have written', () => {
  let odd: StoredOddly[];

  it('block neither later events nor other plans', { timeout: 600_000 }, async () => {
    odd = fc.sample(oddEvents(samples), { numRuns: fuzzRuns(600), seed: fuzzSeed });
    let taken = 0;
    for (let from = 0; from < odd.length; from += 20)
      taken += (await Promise.all(odd.slice(from, from + 20).map(append))).filter(Boolean).length;
    expect(taken).toBeGreaterThan(odd.length / 2);
    const sound = plan('PF.sound');
    await sound.register(12);
    await sound.month('2026-01', 50_000);
    await shows('PF.sound', 12);
    await importing.derived();
  });

  it('are dead letters, each with a reason', { timeout: 600_000 }, async () => {
    const { ids, reasons } = await unreadable();
    expect(ids.size).toBeGreaterThan(50);
    expect(reasons.size).toBeGreaterThan(8);
    const kept = new Set(await letters());
    expect([...ids].filter((id) => !kept.has(id))).toEqual([]);
  });

  it('prevent commands on streams that cannot be read', { timeout: 600_000 }, async () => {
    const { streams } = await unreadable();
    const folding: StreamDefinition<null, never> = { category: '', initial: null, shapes: {}, evolve: () => null };
    for (const stream of streams) {
      const definition = { ...folding, category: stream };
      const decided = importing.engines.store.transact(definition, '', () => [], byTest());
      await expect(decided).rejects.toBeInstanceOf(UndecodableEventError);
    }
  });

  it('are refused by the api with a sentence, and change none of its other answers', { timeout: 600_000 }, async () => {
    const { admin, staff } = importing;
    await append({
      stream: 'plan-PF.sound',
      type: 'PlanClosed',
      data: '{"planId":"PF.sound","on":7}',
      metadata: '{"schemaVersion":1}',
    });
    const closed = await admin.post('/api/plans/PF.sound/close', { on: '2026-02-01' });
    expect(closed).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(/cannot be read/) as string },
    });
    const planIds = odd.filter(({ stream }) => stream.startsWith('plan-')).map(({ stream }) => stream.slice(5));
    for (const planId of new Set(['PF.sound', 'EAST.P1', ...planIds])) {
      // Replaces unpaired surrogates in stream names, because they cannot be encoded.
      const id = encodeURIComponent(Buffer.from(planId).toString());
      for (const path of [`plan/${id}`, `planSuperScore?planId=${id}`])
        expect((await staff.request(`/api/${path}`)).status).toBeLessThan(500);
    }
    for (const path of ['plan?name=', 'calculationVariables', 'csv/imports', 'csv/tables', 'ready'])
      expect((await staff.request(`/api/${path}`)).status).toBe(200);
    const { body } = await staff.request('/api/csv/tables');
    for (const { table } of body as unknown as { table: string }[]) {
      expect(isCsvTable(table)).toBe(true);
      expect((await importing.export(table, '')).split('\r\n').length).toBeGreaterThan(1);
    }
    const file = csv('planId,platformId,name,startDate', 'P7,EAST,After all that,2020-01-01');
    expect(await importing.import(file)).toMatchObject({ state: 'completed', written: 1 });
  });

  it('of a user refuse only that user', async () => {
    const rep = importing.api.client();
    expect((await rep.signIn('companyrep')).status).toBe(200);
    await append({
      stream: 'user-companyrep',
      type: 'UserActivated',
      data: '{"userId":1}',
      metadata: '{"schemaVersion":1}',
    });
    const again = await importing.api.client().signIn('companyrep');
    expect(again).toMatchObject({ status: 409, body: { message: expect.stringMatching(/cannot be read/) as string } });
    expect((await importing.api.client().signIn('auditor')).status).toBe(200);
  });

  it('are left out of a rebuild, which equals the live read models', { timeout: 600_000 }, async () => {
    await plan('PF.sound').month('2026-02', 60_000);
    await importing.derived();
    const { engines } = importing;
    const parts = {
      store: engines.store,
      live: engines.target(),
      rebuilt: engines.target('_rebuild'),
      ops: engines.mongo.db('ops'),
      ...engines.readModels,
      log: quiet,
    };
    expect((await rebuild(parts)).differences).toEqual([]);
    await expect(
      engines.store.transact(planStream, 'EAST.P2', closePlan('2030-01-01'), byTest()),
    ).resolves.toBeDefined();
  });
});
