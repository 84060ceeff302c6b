import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import type { DeadLettersPage, StoredDeadLetter } from '@superscope/contracts/dead-letters';
import { memberStream, moveMember, recordMember, requestContact } from '@superscope/domain/member/member';
import { members } from '@superscope/projector/activity/member-facts.projection';
import { letterLines } from '@superscope/projector/dead-letters/letter-lines';
import { memberSnapshots } from '@superscope/projector/member-snapshots/member-snapshots.projection';
import { DeadLetters } from '@superscope/projector/runtime/operations/dead-letters';
import { DerivationQueue } from '@superscope/projector/runtime/deriving/derivation-queue';
import type { Projector } from '@superscope/projector/runtime/projector';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startApi } from '../harness/api-server.js';
import { quiet, type PortalEngines } from '../harness/portal-engines.js';
import { startProjecting } from '../harness/projecting.js';
import { byTest, SamplePlan } from '../harness/sample-plan.js';
import { balances, broken, differences, eventually, refusingTasmania } from '../harness/set-aside.js';

/** The built tool, also when this file runs from the sources. */
const deadLettersMain = createRequire(import.meta.url).resolve('@superscope/projector/dead-letters/dead-letters.main');

let engines: PortalEngines;
let projector: Projector;
let deadLetters: DeadLetters;

beforeAll(async () => {
  ({ engines, projector } = await startProjecting());
  deadLetters = new DeadLetters(engines.mongo.db('ops'), quiet);
});

afterEach(() => vi.restoreAllMocks());

afterAll(async () => {
  await projector.stop();
  await engines.stop();
});

const letter = (filter: Partial<Record<keyof StoredDeadLetter, unknown>>) =>
  eventually(() => deadLetters.letters.findOne(filter as never));

const retry = async (id: string): Promise<StoredDeadLetter | null> => {
  await deadLetters.requestRetry(id, 'test');
  return eventually(async () => {
    const found = await deadLetters.letters.findOne({ _id: id });
    return found === null ? { found } : found.state !== 'retrying' && { found };
  }).then(({ found }) => found);
};

const member = (id: string) => engines.target().view('members').findOne({ _id: id });

/** Few, because every rebuild replays them. */
const ofPlan = 4;

const plan = async (planId: string): Promise<SamplePlan> => {
  const made = new SamplePlan(engines.store, engines.identity, planId);
  await made.register(ofPlan);
  return made;
};

describe('an event that its projection cannot read', () => {
  it('becomes a dead letter without its values, and blocks neither other plans nor later events of its stream', async () => {
    const [one, other] = [await plan('PF.poison'), await plan('PF.sound')];
    await one.month('2026-01', 50_000);
    const poisoned = one.memberIds[3]!;
    const revised = { ...one.member(3), addressState: 'QLD' as const, emailAddressProvided: false };
    const release = broken(members, (data) => data['addressState'] === 'QLD');
    await engines.store.transact(memberStream, poisoned, recordMember(revised, '2026-02-01'), byTest());
    const to = { planId: 'PF.poison', companyId: 'PF.new', categoryId: null };
    await engines.store.transact(memberStream, poisoned, moveMember(to, '2026-02-10'), byTest());
    const asked = requestContact('2026-01-06T03:00:00.000Z', 'insurance', null);
    await engines.store.transact(memberStream, poisoned, asked, byTest());
    await other.month('2026-01', 60_000);

    const kept = await letter({ stream: `member-${poisoned}` });
    expect(kept).toMatchObject({
      kind: 'event',
      planId: 'PF.poison',
      type: 'MemberDetailsRevised',
      revision: '1',
      state: 'waiting',
      tries: 1,
      reason: 'projecting it into members failed: TypeError',
    });
    expect(letterLines([kept])).not.toContain('Surname');
    await eventually(async () => (await balances(engines, 'PF.sound'))[0] === `2026-01-01 ${ofPlan} 60000`);
    await eventually(async () => (await member(poisoned))?.['companyId'] === 'PF.new');
    expect(await member(poisoned)).toMatchObject({ addressState: 'VIC', surname: 'Surname 3' });

    expect(await retry(kept._id)).toMatchObject({ state: 'waiting', tries: 2 });
    release.release();
    expect(await retry(kept._id)).toBeNull();
    // Later events are kept, and the retried event's fields are applied.
    expect(await member(poisoned)).toMatchObject({ addressState: 'QLD', companyId: 'PF.new' });
    await projector.drained();
    expect(await differences(engines)).toEqual([]);
  });

  it('of an import prevents an incomplete month from showing until it is applied', async () => {
    const one = await plan('PF.chunks');
    await one.month('2026-01', 40_000);
    await eventually(async () => (await balances(engines, 'PF.chunks'))[0] === `2026-01-01 ${ofPlan} 40000`);
    const release = broken(memberSnapshots, (data) => data['planId'] === 'PF.chunks' && data['index'] === 0);
    await one.month('2026-01', 70_000);
    await one.month('2026-02', 80_000);
    const kept = await letter({ stream: 'memberSnapshots-PF.chunks-202601' });
    await letter({ stream: 'memberSnapshots-PF.chunks-202602' });
    await (await plan('PF.later')).month('2026-03', 10_000);
    await eventually(async () => (await balances(engines, 'PF.later')).length === 1);
    await projector.drained();
    expect(await balances(engines, 'PF.chunks')).toEqual([`2026-01-01 ${ofPlan} 40000`]);

    release.release();
    expect(await retry(kept._id)).toBeNull();
    await deadLetters.requestRetry('all', 'test');
    await eventually(
      async () =>
        (await balances(engines, 'PF.chunks')).join() === `2026-01-01 ${ofPlan} 70000,2026-02-01 ${ofPlan} 80000`,
    );
    expect(await differences(engines)).toEqual([]);
  });
});

describe('an event that an engine refuses', () => {
  it('leaves no trace in the read models; once dropped it is also excluded from rebuilds', async () => {
    const one = await plan('PF.refused');
    const refused = one.memberIds[2]!;
    const refusing = await refusingTasmania(engines);
    const revised = { ...one.member(2), addressState: 'TAS' as const };
    await engines.store.transact(memberStream, refused, recordMember(revised, '2026-02-01'), byTest());
    const kept = await letter({ stream: `member-${refused}` });
    expect(kept.reason).toMatch(/^writing member_fact failed: Error 469 VIOLATED_CONSTRAINT/);
    expect(await member(refused)).toMatchObject({ addressState: 'VIC' === one.member(2).addressState ? 'VIC' : 'NSW' });
    // A rebuild inserts the rows of many events together, which the engine refuses too. It still leaves out this event only.
    expect(await differences(engines)).toEqual([]);
    await refusing.release();

    expect(await deadLetters.drop(kept._id, 'devops', 'entered by mistake')).toBe(true);
    expect(await deadLetters.drop(kept._id, 'devops', 'again')).toBe(false);
    expect(await letter({ _id: kept._id })).toMatchObject({ state: 'dropped', droppedBy: 'devops' });
    expect(await differences(engines)).toEqual([]);
    // A dropped event can still be retried.
    expect(await retry(kept._id)).toBeNull();
    expect(await member(refused)).toMatchObject({ addressState: 'TAS' });
    await projector.drained();
    expect(await differences(engines)).toEqual([]);
  });
});

it('an event of a later version waits for the release that knows it', async () => {
  const client = EventStoreDBClient.connectionString(engines.urls.eventStore);
  const later = { data: { planId: 'PF.future', name: 'A name' }, metadata: { schemaVersion: 99 } };
  await client.appendToStream('plan-PF.future', [
    jsonEvent({ type: 'PlanDetailsRevised', ...later }),
    jsonEvent({ type: 'PlanPainted', ...later }),
  ]);
  await client.dispose();
  const kept = await letter({ stream: 'plan-PF.future' });
  expect(kept).toMatchObject({
    planId: 'PF.future',
    reason: 'schema version 99 of PlanDetailsRevised is unknown (current: 2)',
  });
  expect(await retry(kept._id)).toMatchObject({ state: 'waiting', tries: 2 });
  // An event type that no read model handles is ignored.
  expect(await deadLetters.letters.countDocuments({ stream: 'plan-PF.future' })).toBe(1);
  expect(await deadLetters.drop(kept._id, 'test', null)).toBe(true);
});

describe('a plan whose figures cannot be derived', () => {
  it('is reported, blocks no other plan, and is derived once its cause is gone', async () => {
    const target = engines.target('_plans');
    await target.clear();
    const stale = {
      fromMonth: '2026-01',
      toMonth: '2026-01',
      members: null,
      recordedFrom: '',
      since: '1/1',
      position: '1/1',
    };
    for (const planId of ['PF.bad', 'PF.good']) {
      await target
        .dirty()
        .insertOne({ _id: planId, planId, derivation: engines.derivation.name, correlationIds: [], ...stale });
      const query = `INSERT INTO ${target.table('plan_month_import')} (plan_id, month) VALUES ('${planId}', '2026-01-01')`;
      await engines.clickhouse.command({ query });
    }
    const derived: string[] = [];
    let isBroken = true;
    const derive = async ({ planId }: { planId: string }) => {
      if (planId === 'PF.bad' && isBroken) throw new RangeError('Surname 7 has no score');
      derived.push(planId);
      return { changed: [], counts: {} };
    };
    const reasons = new Map<string, string>();
    const derivation = new DerivationQueue(
      engines.derivation,
      target,
      derive,
      async () => undefined,
      quiet,
      async (planId, reason) => {
        reasons.set(planId, reason);
      },
    );
    await derivation.drained();
    expect(derived).toEqual(['PF.good']);
    expect([...reasons]).toEqual([['PF.bad', 'RangeError']]);
    isBroken = false;
    derivation.retry('PF.bad');
    await eventually(async () => derived.includes('PF.bad'));
    await eventually(async () => (await target.dirty().countDocuments({})) === 0);
    await derivation.stop();
    await target.drop();
  });

  it('is no longer a dead letter once none of its figures are stale', async () => {
    await deadLetters.keepPlan('PF.gone', 'RangeError');
    await eventually(async () => (await deadLetters.letters.countDocuments({ planId: 'PF.gone' })) === 0);
  });
});

it('are listed in a terminal, also when a file names the database, as in containers', async () => {
  const file = join(engines.folder, 'mongodb_url');
  writeFileSync(file, engines.urls.mongo);
  const list = async (env: Record<string, string>) =>
    promisify(execFile)(process.execPath, [deadLettersMain, 'list'], { env: { PATH: process.env['PATH'], ...env } });
  expect((await list({ MONGODB_URL_FILE: file })).stdout).toContain('PF.future');
  await expect(list({})).rejects.toMatchObject({
    code: 1,
    stderr: "The dead letters' settings are not right: MONGODB_URL is missing.\n",
  });
});

describe('over the api', () => {
  it('DevOps can list, retry and drop them; roles without the right cannot', async () => {
    const api = await startApi(engines);
    await deadLetters.letters.insertMany(
      ['e1', 'e2', 'e3'].map((id, i) => ({
        _id: id,
        kind: 'event' as const,
        planId: 'PF.api',
        stream: 'plan-PF.api',
        type: 'PlanClosed',
        revision: `${90 + i}`,
        position: '1/1',
        partition: 'all',
        reason: 'because',
        tries: 1,
        state: 'waiting' as const,
        firstAt: new Date(1_000 * i),
        lastAt: new Date(2_000 * i),
      })),
    );
    for (const role of ['companyrep', 'providerrep', 'authorisedrep', 'staff', 'auditor']) {
      const other = api.client();
      await other.signIn(role);
      expect((await other.request('/api/dead-letters')).status).toBe(403);
      expect((await other.request('/api/system-health')).status).toBe(403);
      expect((await other.post('/api/dead-letters/e1/retry', {})).status).toBe(403);
      expect((await other.post('/api/dead-letters/e1/drop', { reason: 'x' })).status).toBe(403);
    }
    expect((await api.client().request('/api/dead-letters')).status).toBe(401);

    const devops = api.client();
    await devops.signIn('devops');
    const page = async (query: string) =>
      (await devops.request(`/api/dead-letters?${query}`)).body as unknown as DeadLettersPage;
    const waiting = await page('state=waiting&size=2');
    expect(waiting.letters.map(({ id }) => id)).toEqual(['e3', 'e2']);
    expect(waiting).toMatchObject({ total: 3, counts: { waiting: 3 } });
    expect((await page('state=waiting&size=2&page=2')).letters.map(({ id }) => id)).toEqual(['e1']);
    expect((await devops.request('/api/dead-letters?state=lost')).status).toBe(400);

    expect((await devops.post('/api/dead-letters/e1/drop', {})).status).toBe(400);
    const other = await devops.post('/api/dead-letters/e1/drop', { reason: 'x' }, { 'X-Requested-By': 'elsewhere' });
    expect(other.status).toBe(403);
    expect((await devops.post('/api/dead-letters/e1/drop', { reason: 'not needed' })).status).toBe(204);
    expect((await devops.post('/api/dead-letters/e1/drop', { reason: 'again' })).status).toBe(409);
    const { letters } = await page('state=dropped');
    expect(letters.find(({ id }) => id === 'e1')?.dropped).toMatchObject({ by: 'devops', reason: 'not needed' });

    const asked = await devops.post('/api/dead-letters/e2/retry', {});
    expect(asked.status).toBe(202);
    expect(asked.body).toEqual({ state: 'retrying', projectors: 1 });
    // There is no such event in the store.
    expect(await letter({ _id: 'e2', state: 'waiting' })).toMatchObject({
      reason: 'it is not in the event store any more',
    });
    expect((await devops.post('/api/dead-letters/e9/retry', {})).status).toBe(404);

    const health = (await devops.request('/api/system-health')).body;
    expect(health).toMatchObject({ projectors: 1, feed: 'direct', deadLetters: { waiting: 2 } });
    await api.stop();
  });
});
