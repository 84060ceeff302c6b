import type { MemberDetails } from '@superscope/domain/member/member.events';
import { memberStream, recordMember } from '@superscope/domain/member/member';
import { members } from '@superscope/projector/activity/member-facts.projection';
import { memberSnapshots } from '@superscope/projector/member-snapshots/member-snapshots.projection';
import { DirectFeed } from '@superscope/projector/runtime/feed/direct-feed';
import { DeadLetters } from '@superscope/projector/runtime/operations/dead-letters';
import type { Projector } from '@superscope/projector/runtime/projector';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { projectedTypes, quiet, type PortalEngines } from '../harness/portal-engines.js';
import { startProjecting } from '../harness/projecting.js';
import { byTest, SamplePlan } from '../harness/sample-plan.js';
import {
  applyAll,
  balances,
  broken,
  caughtUp,
  differences,
  eventually,
  refusingTasmania,
} from '../harness/set-aside.js';

let engines: PortalEngines;
let projector: Projector;
let deadLetters: DeadLetters;

const start = async () => {
  projector = await engines.projector();
  await projector.start();
};

beforeAll(async () => {
  ({ engines, projector } = await startProjecting());
  deadLetters = new DeadLetters(engines.mongo.db('ops'), quiet);
});

afterEach(() => vi.restoreAllMocks());

afterAll(async () => {
  await projector.stop();
  await engines.stop();
});

/** Few, because every rebuild replays them. */
const ofPlan = 4;

const plan = async (planId: string): Promise<SamplePlan> => {
  const made = new SamplePlan(engines.store, engines.identity, planId);
  await made.register(ofPlan);
  return made;
};

const movesTo = (details: MemberDetails, addressState: MemberDetails['addressState']) =>
  engines.store.transact(
    memberStream,
    details.memberId,
    recordMember({ ...details, addressState }, '2026-02-01'),
    byTest(),
  );

const stateOf = async ({ memberId }: MemberDetails) =>
  (await engines.target().view('members').findOne({ _id: memberId }))?.['addressState'];

it('a file of two plans with a dead letter in one affects only that plan’s month', async () => {
  const [whole, lacking] = [await plan('PF.whole'), await plan('PF.lacking')];
  for (const one of [whole, lacking]) await one.month('2026-01', 40_000);
  await caughtUp(engines, projector);
  const release = broken(memberSnapshots, (data) => data['planId'] === 'PF.lacking' && data['index'] === 0);
  const importId = await whole.month('2026-01', 70_000);
  await caughtUp(engines, projector);
  await lacking.month('2026-01', 70_000, lacking.memberIds, importId);
  await caughtUp(engines, projector);
  expect(await balances(engines, 'PF.whole')).toEqual([`2026-01-01 ${ofPlan} 70000`]);
  expect(await balances(engines, 'PF.lacking')).toEqual([`2026-01-01 ${ofPlan} 40000`]);
  release.release();
  await applyAll(engines);
  await projector.drained();
  expect(await balances(engines, 'PF.lacking')).toEqual([`2026-01-01 ${ofPlan} 70000`]);
});

it('two events of one stream that cannot be applied leave no trace, and rebuilds still work', async () => {
  const moving = (await plan('PF.two')).member(1);
  const release = broken(members, (data) => data['addressState'] === 'QLD');
  const refusing = await refusingTasmania(engines);
  // Both come in one batch.
  await projector.stop();
  await movesTo(moving, 'TAS');
  await movesTo(moving, 'QLD');
  await start();
  await caughtUp(engines, projector);
  expect(await deadLetters.letters.countDocuments({ stream: `member-${moving.memberId}` })).toBe(2);
  expect(await stateOf(moving)).toBe(moving.addressState);
  expect(await differences(engines)).toEqual([]);

  // The first event can be applied now, but not the second.
  await refusing.release();
  const first = { stream: `member-${moving.memberId}`, revision: '1' };
  const { _id: id } = (await deadLetters.letters.findOne(first))!;
  await deadLetters.requestRetry(id, 'test');
  await eventually(async () => (await deadLetters.letters.countDocuments(first)) === 0);
  expect(await stateOf(moving)).toBe('TAS');
  release.release();
  await applyAll(engines);
  await projector.drained();
  expect(await stateOf(moving)).toBe('QLD');
  expect(await differences(engines)).toEqual([]);
});

it('a dropped event stays dropped when all events are delivered again', async () => {
  const one = await plan('PF.again');
  await one.month('2026-01', 40_000);
  const mistaken = one.member(1);
  const refusing = await refusingTasmania(engines);
  await movesTo(mistaken, 'TAS');
  await caughtUp(engines, projector);
  const { _id: id } = (await deadLetters.letters.findOne({ stream: `member-${mistaken.memberId}` }))!;
  expect(await deadLetters.drop(id, 'devops', 'entered by mistake')).toBe(true);
  await refusing.release();
  await projector.stop();
  await engines.target().checkpoints().deleteMany({});
  await start();
  await caughtUp(engines, projector);
  expect(await stateOf(mistaken)).toBe(mistaken.addressState);
  const shown = await engines.rows(
    `SELECT DISTINCT address_state FROM member_snapshot FINAL WHERE member_id = {member:UUID}`,
    { member: mistaken.memberId },
  );
  expect(shown).toEqual([{ address_state: mistaken.addressState }]);
  expect(await differences(engines)).toEqual([]);
});

it('a pending dead letter is applied by a retry, not by redelivery, and can be dropped afterwards', async () => {
  const moving = (await plan('PF.waits')).member(1);
  const refusing = await refusingTasmania(engines);
  await movesTo(moving, 'TAS');
  await caughtUp(engines, projector);
  await refusing.release();
  await projector.stop();
  await engines.target().checkpoints().deleteMany({});
  await start();
  await caughtUp(engines, projector);
  const { _id: id } = (await deadLetters.letters.findOne({ stream: `member-${moving.memberId}` }))!;
  expect(await stateOf(moving)).toBe(moving.addressState);
  expect(await deadLetters.drop(id, 'devops', 'entered by mistake')).toBe(true);
  expect(await differences(engines)).toEqual([]);
});

it('an event that its batch holds twice is applied once', async () => {
  await projector.stop();
  const feed = new DirectFeed(engines.store, null, projectedTypes, quiet);
  const begin = feed.start.bind(feed);
  // As after a relay that sent its last events once more.
  vi.spyOn(feed, 'start').mockImplementation((handle, onCaughtUp) =>
    begin((batch) => handle({ ...batch, records: [...batch.records, ...batch.records] }), onCaughtUp),
  );
  const written: number[] = [];
  const log = Object.create(quiet) as typeof quiet;
  log.info = (fields: unknown) => {
    const { events } = fields as { events?: number };
    if (events !== undefined) written.push(events);
  };
  const one = await plan('PF.twice');
  projector = await engines.projector(feed, log);
  await projector.start();
  await caughtUp(engines, projector);
  await projector.stop();
  const recorded = await engines.rows(`SELECT DISTINCT position FROM recorded_event WHERE plan_id = 'PF.twice'`);
  expect(recorded.length).toBeGreaterThan(ofPlan);
  expect(written.reduce((sum, events) => sum + events, 0)).toBe(recorded.length);
  expect(await stateOf(one.member(1))).toBe(one.member(1).addressState);
  await start();
});

it('an event that the table of events refuses becomes a dead letter, and blocks neither later events nor a rebuild', async () => {
  const one = await plan('PF.log');
  const log = engines.readModels.projections.find(({ readModel }) => readModel === 'eventHistory')!;
  const release = broken(log, (data) => data['addressState'] === 'WA');
  await movesTo(one.member(1), 'WA');
  await movesTo(one.member(2), 'TAS');
  await caughtUp(engines, projector);
  const letters = () => deadLetters.letters.countDocuments({ stream: `member-${one.member(1).memberId}` });
  expect(await letters()).toBe(1);
  expect(await stateOf(one.member(1))).toBe(one.member(1).addressState);
  expect(await stateOf(one.member(2))).toBe('TAS');
  expect((await differences(engines)).map(({ name }) => name)).not.toContain('recorded_event');

  // A redelivery does not apply a dead letter.
  await projector.stop();
  await engines.target().checkpoints().deleteMany({});
  await start();
  await caughtUp(engines, projector);
  expect(await letters()).toBe(1);
  release.release();
  await applyAll(engines);
  await projector.drained();
  expect(await stateOf(one.member(1))).toBe('WA');
  expect((await differences(engines)).map(({ name }) => name)).not.toContain('recorded_event');
});

describe('rows of the event history', () => {
  const checkpoints = () => engines.target().checkpoints();
  const rowsOf = async (stream: string) =>
    (await engines.rows('SELECT revision FROM recorded_event WHERE stream = {stream:String}', { stream })).length;
  /** As if the projector had died before it wrote a member's rows. */
  const lose = async (memberId: string, position: string) => {
    for (const table of ['recorded_event', 'recorded_event_member'])
      await engines.clickhouse.command({
        query: `ALTER TABLE ${table} DELETE WHERE member_id = {memberId:UUID}`,
        query_params: { memberId },
        clickhouse_settings: { mutations_sync: '1' },
      });
    await checkpoints().updateMany({}, { $set: { deferredPosition: position } });
  };

  it('that a projector still held when it died are written after the next start', async () => {
    const { position } = (await checkpoints().findOne({}))!;
    const one = await plan('PF.held');
    await movesTo(one.member(1), 'TAS');
    await caughtUp(engines, projector);
    await projector.stop();
    const stream = `member-${one.member(1).memberId}`;
    expect(await rowsOf(stream)).toBe(2);
    await lose(one.member(1).memberId, position);
    expect(await rowsOf(stream)).toBe(0);
    await start();
    await eventually(async () => (await rowsOf(stream)) === 2);
    await caughtUp(engines, projector);
    expect(await differences(engines)).toEqual([]);
    const { position: end, deferredPosition } = (await checkpoints().findOne({}))!;
    expect([deferredPosition, deferredPosition === position]).toEqual([end, false]);
  });

  it('are written when the projector stops, and then there is nothing to write again', async () => {
    const one = await plan('PF.stops');
    await caughtUp(engines, projector);
    await movesTo(one.member(1), 'TAS');
    const stream = `member-${one.member(1).memberId}`;
    await eventually(async () => (await stateOf(one.member(1))) === 'TAS');
    await projector.stop();
    expect(await rowsOf(stream)).toBe(2);
    const { position, deferredPosition } = (await checkpoints().findOne({}))!;
    expect(deferredPosition).toBe(position);
    await start();
    await caughtUp(engines, projector);
    expect(await rowsOf(stream)).toBe(2);
  });

  it('that ClickHouse refuses have the event set aside like one that any other table refuses', async () => {
    const one = await plan('PF.refused');
    const refused = one.member(1);
    const stream = `member-${refused.memberId}`;
    await caughtUp(engines, projector);
    const alter = (statement: string) =>
      engines.clickhouse.command({ query: `ALTER TABLE recorded_event ${statement}` });
    await alter(`ADD CONSTRAINT not_this CHECK stream != '${stream}'`);
    // One batch, so that the rows of both are refused together.
    await projector.stop();
    await movesTo(refused, 'TAS');
    await movesTo(one.member(2), 'TAS');
    await start();
    await eventually(async () => (await deadLetters.letters.countDocuments({ stream })) === 1);
    await caughtUp(engines, projector);
    expect(await stateOf(refused)).toBe(refused.addressState);
    expect(await stateOf(one.member(2))).toBe('TAS');
    expect(await rowsOf(`member-${one.member(2).memberId}`)).toBe(2);
    expect(await rowsOf(stream)).toBe(1);

    await alter('DROP CONSTRAINT not_this');
    await applyAll(engines);
    await projector.drained();
    expect(await stateOf(refused)).toBe('TAS');
    expect(await rowsOf(stream)).toBe(2);
    expect(await differences(engines)).toEqual([]);
  });
});
