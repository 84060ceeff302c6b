import { randomUUID } from 'node:crypto';
import { closePlan, planStream, recordPlan, reopenPlan, type Plan } from '@superscope/domain/plan/plan';
import { RecordChanged } from '@superscope/event-store/appending/deciding';
import type { Connection } from '@superscope/event-store/connection/connection';
import type { EventStore } from '@superscope/event-store/event-store';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { collect, command, openStore, planOf } from './engines.js';

let running: Awaited<ReturnType<typeof openStore>>;
beforeAll(async () => {
  running = await openStore();
});
afterAll(() => running.close());

const typesIn = async (stream: string) => (await collect(running.store.read(stream))).map(({ type }) => type);

describe('a command on a stream that this process wrote to recently', () => {
  const day = '2024-01-01';
  let other: EventStore;
  beforeAll(() => {
    other = running.anotherStore();
  });
  afterAll(() => other.close());
  const newPlan = async () => {
    const id = randomUUID();
    await running.store.transact(planStream, id, recordPlan(planOf(id)), command());
    return id;
  };

  it('does not read it again', async () => {
    const { store } = running;
    const id = await newPlan();
    const { connection } = store as unknown as { connection: Connection };
    const reads = vi.spyOn(connection, 'readStream');
    expect(await store.transact(planStream, id, closePlan(day), command())).toMatchObject({ revision: 1n, events: 1 });
    expect(await store.transact(planStream, id, reopenPlan, command())).toMatchObject({ revision: 2n, events: 1 });
    expect(reads).not.toHaveBeenCalled();
    reads.mockRestore();
    expect(await typesIn(`plan-${id}`)).toEqual(['PlanRegistered', 'PlanClosed', 'PlanReopened']);
  });

  it('reads a long stream again, because only short ones are cached', async () => {
    const { store } = running;
    const id = randomUUID();
    const longNamed = (name: string) => recordPlan(planOf(id, name.repeat(3000)));
    await other.transact(planStream, id, longNamed('A'), command());
    await store.transact(planStream, id, longNamed('B'), command());
    await store.transact(planStream, id, closePlan(day), command());
    const { connection } = store as unknown as { connection: Connection };
    const reads = vi.spyOn(connection, 'readStream');
    await store.transact(planStream, id, reopenPlan, command());
    expect(reads).toHaveBeenCalledTimes(1);
    reads.mockRestore();
  });

  it('is refused if it is based on a revision after which the record was changed, by this process or another one', async () => {
    const { store } = running;
    const named = (id: string, name: string) => recordPlan(planOf(id, name));
    const record = ({ details }: Plan) => details?.name;
    for (const writer of [store, other]) {
      const id = await newPlan();
      const save = (name: string, revision: number) =>
        store.transact(planStream, id, named(id, name), command(), {
          basedOn: { revision, record },
        });
      await writer.transact(planStream, id, named(id, 'Theirs'), command());
      await expect(save('Mine', 0)).rejects.toThrow(RecordChanged);
      expect(await save('Theirs', 0)).toMatchObject({ events: 0 });
      await expect(save('Mine', 7)).rejects.toThrow(RecordChanged);
      await writer.transact(planStream, id, closePlan(day), command());
      expect(await save('Mine', 1)).toMatchObject({ revision: 3n, events: 1 });
    }
  });

  it('that is based on a revision and repeated gets its first answer, though the record was changed since', async () => {
    const { store } = running;
    const id = await newPlan();
    const by = command();
    const mine = () =>
      store.transact(planStream, id, recordPlan(planOf(id, 'Mine')), by, {
        basedOn: { revision: 0, record: (plan) => JSON.stringify(plan) },
      });
    expect(await mine()).toMatchObject({ revision: 1n, events: 1 });
    await other.transact(planStream, id, recordPlan(planOf(id, 'Theirs')), command());
    expect(await mine()).toMatchObject({ revision: 1n, events: 1 });
    expect(await typesIn(`plan-${id}`)).toHaveLength(3);
  });

  it('includes events that another process wrote meanwhile', async () => {
    const { store } = running;
    const id = await newPlan();
    await other.transact(planStream, id, recordPlan(planOf(id, 'Beta')), command());
    const written = await store.transact(planStream, id, recordPlan(planOf(id, 'Gamma')), command());
    expect(written).toMatchObject({ revision: 2n, events: 1 });
    await other.transact(planStream, id, closePlan(day), command());
    const seen: unknown[] = [];
    await store.transact(
      planStream,
      id,
      (state) => {
        seen.push(state.closedOn);
        return reopenPlan(state);
      },
      command(),
    );
    expect(seen).toEqual([null, day]);
  });

  it('is not refused because of a stale state', async () => {
    const { store } = running;
    const id = await newPlan();
    await store.transact(planStream, id, closePlan(day), command());
    await other.transact(planStream, id, reopenPlan, command());
    expect(await store.transact(planStream, id, closePlan('2024-02-01'), command())).toMatchObject({ revision: 3n });
  });

  it('is not skipped because of a stale state', async () => {
    const { store } = running;
    const id = await newPlan();
    await other.transact(planStream, id, recordPlan(planOf(id, 'Beta')), command());
    const back = await store.transact(planStream, id, recordPlan(planOf(id)), command());
    expect(back).toMatchObject({ revision: 2n, events: 1 });
  });

  it('is written once, even when repeated at another process', async () => {
    const { store } = running;
    const id = await newPlan();
    const by = command();
    const first = await other.transact(planStream, id, closePlan(day), by);
    expect(await store.transact(planStream, id, closePlan(day), by)).toEqual(first);
    await other.transact(planStream, id, reopenPlan, command());
    expect(await store.transact(planStream, id, closePlan(day), by)).toEqual(first);
    expect(await other.transact(planStream, id, closePlan(day), by)).toEqual(first);
    expect(await typesIn(`plan-${id}`)).toEqual(['PlanRegistered', 'PlanClosed', 'PlanReopened']);
  });

  it('with the id of another request is refused, even if that was sent to another process', async () => {
    const { store } = running;
    const id = await newPlan();
    const commandId = randomUUID();
    const name = (text: string, bodyDigest: string) =>
      [recordPlan(planOf(id, text)), command({ commandId, bodyDigest })] as const;
    await other.transact(planStream, id, ...name('Beta', 'd1'));
    await expect(store.transact(planStream, id, ...name('Gamma', 'd2'))).rejects.toMatchObject({
      code: 'command-reused',
    });
    const seen: unknown[] = [];
    await store.transact(planStream, id, (plan) => (seen.push(plan.details?.name), []), command());
    expect(seen).toEqual(['Beta']);
  });

  it('with the id of another request is refused, even if that arrives during the decision', async () => {
    const { store } = running;
    const id = await newPlan();
    const commandId = randomUUID();
    const { connection } = store as unknown as { connection: Connection };
    const append = connection.append.bind(connection);
    const spy = vi.spyOn(connection, 'append').mockImplementationOnce(async (...of) => {
      await other.transact(planStream, id, recordPlan(planOf(id, 'Beta')), command({ commandId, bodyDigest: 'd1' }));
      return append(...of);
    });
    const late = store.transact(
      planStream,
      id,
      recordPlan(planOf(id, 'Gamma')),
      command({ commandId, bodyDigest: 'd2' }),
    );
    await expect(late).rejects.toMatchObject({ code: 'command-reused' });
    spy.mockRestore();
  });

  it('caches nothing of a repeated request with a different decision', async () => {
    const { store } = running;
    const id = await newPlan();
    const by = command({ bodyDigest: 'd1' });
    await other.transact(planStream, id, closePlan(day), by);
    await store.transact(planStream, id, closePlan('2024-02-01'), by);
    expect((await store.load(planStream, id)).state.closedOn).toBe(day);
    const seen: unknown[] = [];
    await store.transact(planStream, id, (plan) => (seen.push(plan.closedOn), []), command());
    expect(seen).toEqual([day]);
  });

  it('is written once when its answer was lost', async () => {
    const { store } = running;
    const id = await newPlan();
    const { connection } = store as unknown as { connection: Connection };
    const append = connection.append.bind(connection);
    const spy = vi.spyOn(connection, 'append').mockImplementationOnce(async (...of) => {
      await append(...of);
      throw new Error('The answer was lost.');
    });
    const by = command();
    await expect(store.transact(planStream, id, closePlan(day), by)).rejects.toThrow('lost');
    spy.mockRestore();
    expect(await store.transact(planStream, id, closePlan(day), by)).toMatchObject({ revision: 1n, events: 1 });
    expect(await typesIn(`plan-${id}`)).toEqual(['PlanRegistered', 'PlanClosed']);
  });
});
