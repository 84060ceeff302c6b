import { randomUUID } from 'node:crypto';
import { snapshotRow } from '@superscope/domain/member-snapshots/snapshot-columns';
import { importSnapshots, memberSnapshotsStream } from '@superscope/domain/member-snapshots/member-snapshots';
import { planMonthId } from '@superscope/domain/plan-month-import';
import type { PlanEvent } from '@superscope/domain/plan/plan.events';
import { closePlan, planStream, recordPlan } from '@superscope/domain/plan/plan';
import { RuleViolation } from '@superscope/domain/rule-violation';
import type { Connection } from '@superscope/event-store/connection/connection';
import { ConflictError } from '@superscope/event-store/connection/errors';
import { comparePositions } from '@superscope/event-store/events/position';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { collect, command, openStore, planOf } from './engines.js';

let running: Awaited<ReturnType<typeof openStore>>;
beforeAll(async () => {
  running = await openStore();
});
afterAll(() => running.close());

const typesIn = async (stream: string) => (await collect(running.store.read(stream))).map(({ type }) => type);

/** Simulates a process killed after the first of a command's several appends. */
const interrupted = async (action: () => Promise<unknown>) => {
  const { connection } = running.store as unknown as { connection: Connection };
  const append = connection.append.bind(connection);
  const spy = vi.spyOn(connection, 'append');
  spy.mockImplementationOnce(append).mockRejectedValueOnce(new Error('The process was killed.'));
  await expect(action()).rejects.toThrow('killed');
  spy.mockRestore();
};

describe('a command', () => {
  it('writes its decision’s events with the user who decided', async () => {
    const { store } = running;
    const id = randomUUID();
    const by = command({ causationId: 'e0', bodyDigest: 'd1' });
    const written = await store.transact(planStream, id, recordPlan(planOf(id)), by);
    expect(written).toMatchObject({ stream: `plan-${id}`, revision: 0n, events: 1 });
    const [event] = await collect(store.read(`plan-${id}`));
    expect(event).toMatchObject({
      type: 'PlanRegistered',
      data: planOf(id),
      position: written.position,
      metadata: { ...by, schemaVersion: 2, index: 0, of: 1 },
    });
    expect(await store.load(planStream, id)).toMatchObject({ state: { details: planOf(id) }, revision: 0n });
  });

  it('that decides nothing writes nothing, and returns the stream’s revision', async () => {
    const { store } = running;
    const id = randomUUID();
    const first = await store.transact(planStream, id, recordPlan(planOf(id)), command());
    const again = await store.transact(planStream, id, recordPlan(planOf(id)), command());
    expect(again).toEqual({ ...first, events: 0 });
    const nothing = await store.transact(planStream, randomUUID(), () => [], command());
    expect(nothing).toMatchObject({ revision: -1n, events: 0 });
    expect(comparePositions(nothing.position, first.position)).toBeLessThan(0);
  });

  it('is refused with its own rule violation', async () => {
    const closing = running.store.transact(planStream, randomUUID(), closePlan('2024-01-01'), command());
    await expect(closing).rejects.toEqual(new RuleViolation('not-found', 'There is no such plan.'));
  });

  it('returns its first answer when repeated, even if others wrote meanwhile', async () => {
    const { store } = running;
    const id = randomUUID();
    const by = command();
    const first = await store.transact(planStream, id, recordPlan(planOf(id)), by);
    await store.transact(planStream, id, closePlan('2024-01-01'), command());
    expect(await store.transact(planStream, id, recordPlan(planOf(id)), by)).toEqual(first);
    expect(await typesIn(`plan-${id}`)).toEqual(['PlanRegistered', 'PlanClosed']);
  });

  it('with an id that was used for another request is refused', async () => {
    const { store } = running;
    const id = randomUUID();
    await store.transact(planStream, id, recordPlan(planOf(id)), command({ commandId: id, bodyDigest: 'd1' }));
    const other = store.transact(planStream, id, closePlan('2024-01-01'), command({ commandId: id, bodyDigest: 'd2' }));
    await expect(other).rejects.toMatchObject({ name: 'ConflictError', code: 'command-reused' });
  });

  it('decides again on events that others wrote first', async () => {
    const { store } = running;
    const id = randomUUID();
    await store.transact(planStream, id, recordPlan(planOf(id)), command());
    const names = ['A', 'B', 'C', 'D'];
    await Promise.all(names.map((name) => store.transact(planStream, id, recordPlan(planOf(id, name)), command())));
    const events = await collect(store.read(`plan-${id}`));
    expect(events).toHaveLength(5);
    const written = events.slice(1).map((event) => 'data' in event && (event.data as { name: string }).name);
    expect(written.sort()).toEqual(names);
  });

  it('gives up when others are always faster', async () => {
    const { store } = running;
    const id = randomUUID();
    const rival: PlanEvent = { type: 'PlanReopened', data: { planId: id } };
    const rivals: Promise<unknown>[] = [];
    const overtaken = store.transact(
      planStream,
      id,
      () => {
        rivals.push(store.append(`plan-${id}`, [rival], { expectedRevision: 'any', metadata: command() }));
        return [{ type: 'PlanClosed' as const, data: { planId: id, on: '2024-01-01' } }];
      },
      command(),
    );
    await expect(overtaken).rejects.toMatchObject({ name: 'ConflictError', code: 'stream-moved' });
    await Promise.all(rivals);
    expect(await typesIn(`plan-${id}`)).toEqual(Array.from({ length: 4 }, () => 'PlanReopened'));
  });
});

describe('a command of many events', () => {
  const newImport = () => ({ importId: 'i1', planId: `NULL.${randomUUID()}`, month: '2024-06' });
  const idOf = ({ planId, month }: ReturnType<typeof newImport>) => planMonthId(planId, month);
  // About 3 MiB in 32 events: four appends at least.
  const text = 'x'.repeat(200);
  const rows = Array.from({ length: 12_000 }, (_, i) => snapshotRow(`m${i}`, { riskProfileName: text }));
  const whole = ['MemberSnapshotsBegun', ...Array.from({ length: 30 }, () => 'MemberSnapshotsChunkImported')].concat(
    'MemberSnapshotsCompleted',
  );

  it('is written in several appends, in order', async () => {
    const { store } = running;
    const of = newImport();
    const id = idOf(of);
    const written = await store.transact(memberSnapshotsStream, id, importSnapshots(of, rows, 'A'), command());
    expect(written).toMatchObject({ revision: 31n, events: 32 });
    expect(await typesIn(written.stream)).toEqual(whole);
  });

  it('that was interrupted continues where it stopped, even after events of others', async () => {
    const { store } = running;
    const of = newImport();
    const id = idOf(of);
    const by = command();
    const decision = importSnapshots(of, rows, 'A');
    await interrupted(() => store.transact(memberSnapshotsStream, id, decision, by));
    const before = await typesIn(`memberSnapshots-${id}`);
    expect(before.length).toBeGreaterThan(1);
    expect(before.length).toBeLessThan(32);

    // The same file imported by others meanwhile: a decision on the current state would write nothing.
    const other = importSnapshots({ ...of, importId: 'i0' }, [], 'A');
    await store.transact(memberSnapshotsStream, id, other, command());
    expect(await store.transact(memberSnapshotsStream, id, decision, by)).toMatchObject({ revision: 33n, events: 32 });
    expect(await typesIn(`memberSnapshots-${id}`)).toEqual([
      ...before,
      'MemberSnapshotsBegun',
      'MemberSnapshotsCompleted',
      ...whole.slice(before.length),
    ]);
    const events = await collect(store.read(`memberSnapshots-${id}`));
    const mine = events.flatMap((e) =>
      'metadata' in e && e.metadata.commandId === by.commandId ? [e.metadata.index] : [],
    );
    expect(mine).toEqual(Array.from({ length: 32 }, (_, i) => i));
    // The store would mistake an event with a known id for a retry.
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
  });

  it('that was interrupted and would now decide differently is refused', async () => {
    const { store } = running;
    const of = newImport();
    const id = idOf(of);
    const by = command();
    await interrupted(() => store.transact(memberSnapshotsStream, id, importSnapshots(of, rows, 'A'), by));
    const fewer = importSnapshots(of, rows.slice(0, 400), 'A');
    const refused = store.transact(memberSnapshotsStream, id, fewer, by);
    await expect(refused).rejects.toMatchObject({ code: 'command-reused' });
  });

  it('cannot be one append', async () => {
    const of = newImport();
    const events = importSnapshots(of, rows, 'A')({ completed: [], open: null });
    const append = running.store.append(`memberSnapshots-${idOf(of)}`, events, {
      expectedRevision: 'no-stream',
      metadata: command(),
    });
    await expect(append).rejects.toThrow('may be stored');
  });
});

describe('appending', () => {
  const closed = (id: string): PlanEvent => ({ type: 'PlanClosed', data: { planId: id, on: '2024-01-01' } });

  it('expects a revision, none, or any', async () => {
    const { store } = running;
    const id = randomUUID();
    const append = (expectedRevision: 'no-stream' | 'any' | bigint) =>
      store.append(`plan-${id}`, [closed(id)], { expectedRevision, metadata: command() });
    await expect(append(0n)).rejects.toBeInstanceOf(ConflictError);
    expect(await append('no-stream')).toMatchObject({ revision: 0n, events: 1 });
    await expect(append('no-stream')).rejects.toBeInstanceOf(ConflictError);
    expect(await append(0n)).toMatchObject({ revision: 1n });
    expect(await append('any')).toMatchObject({ revision: 2n });
  });

  it('to a new stream returns a conflict as a value, but not for the same command', async () => {
    const { store } = running;
    const id = randomUUID();
    const by = command();
    const first = await store.appendNew(planStream, id, [closed(id)], by);
    expect(first).toMatchObject({ revision: 0n, events: 1 });
    expect(await store.appendNew(planStream, id, [closed(id)], by)).toEqual(first);
    expect(await store.appendNew(planStream, id, [closed(id)], command())).toBeInstanceOf(ConflictError);
    expect(await typesIn(`plan-${id}`)).toHaveLength(1);
  });
});

describe('reading a stream', () => {
  it('returns its events in order, from a revision, backwards, or with a limit', async () => {
    const { store } = running;
    const id = randomUUID();
    const events = Array.from({ length: 5 }, (_, i): PlanEvent => ({
      type: 'PlanClosed',
      data: { planId: id, on: `2024-01-0${i + 1}` },
    }));
    await store.append(`plan-${id}`, events, { expectedRevision: 'no-stream', metadata: command() });
    const revisions = async (options: Parameters<typeof store.read>[1]) =>
      (await collect(store.read(`plan-${id}`, options))).map(({ revision }) => Number(revision));
    expect(await revisions({})).toEqual([0, 1, 2, 3, 4]);
    expect(await revisions({ from: 3n })).toEqual([3, 4]);
    expect(await revisions({ direction: 'backwards', limit: 2 })).toEqual([4, 3]);
    expect(await revisions({ from: 1n, limit: 2 })).toEqual([1, 2]);
  });

  it('that does not exist returns nothing', async () => {
    expect(await collect(running.store.read(`plan-${randomUUID()}`))).toEqual([]);
    expect(await running.store.load(planStream, randomUUID())).toEqual({ state: planStream.initial, revision: -1n });
  });
});
