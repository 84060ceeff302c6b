import { derivedDespiteHold, holdDerivations } from '@superscope/event-store/processes/derivation-hold';
import { allMonths } from '@superscope/projector/runtime/writing/projection';
import type { Db } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PortalEngines } from '../harness/portal-engines.js';
import { SamplePlan } from '../harness/sample-plan.js';

const patience = { timeout: 60_000, interval: 30 };
const never = 1_000_000;
let engines: PortalEngines;

beforeAll(async () => {
  engines = await PortalEngines.start();
});
afterAll(() => engines.stop());

describe('A hold of derivations', () => {
  const own = (name: string): Db => engines.mongo.db(`hold-${name}`);

  it('names the plans that are derived all the same, and ends', async () => {
    const ops = own('ends');
    expect(await derivedDespiteHold(ops)).toBeNull();
    const hold = await holdDerivations(ops);
    expect(await derivedDespiteHold(ops)).toEqual(new Set());
    await hold.except(['PF.first']);
    expect(await derivedDespiteHold(ops)).toEqual(new Set(['PF.first']));
    await hold.end();
    expect(await derivedDespiteHold(ops)).toBeNull();
  });

  it('of a loader that died ends by itself, and that of one that lives does not', async () => {
    const [dead, living] = [own('dead'), own('living')];
    await holdDerivations(dead, { lastsMs: 2_000, renewEveryMs: never });
    const hold = await holdDerivations(living, { lastsMs: 2_000, renewEveryMs: 100 });
    expect(await derivedDespiteHold(dead)).not.toBeNull();
    await expect.poll(() => derivedDespiteHold(dead), patience).toBeNull();
    expect(await derivedDespiteHold(living)).not.toBeNull();
    await hold.end();
  });

  it('goes over to a loader that begins again, and the earlier one can no longer change it', async () => {
    const ops = own('again');
    const earlier = await holdDerivations(ops);
    await earlier.except(['PF.first']);
    const later = await holdDerivations(ops);
    expect(await derivedDespiteHold(ops)).toEqual(new Set());
    await earlier.except(['PF.second']);
    await earlier.end();
    expect(await derivedDespiteHold(ops)).toEqual(new Set());
    await later.end();
  });

  it('lets every projector wait, so that figures come once, and those of the excepted plan first', async () => {
    const ops = engines.mongo.db('ops');
    const hold = await holdDerivations(ops);
    const [first, other] = [
      new SamplePlan(engines.store, engines.identity, 'PF.first'),
      new SamplePlan(engines.store, engines.identity, 'PF.other'),
    ];
    await first.register(2);
    await other.register(2);
    const projectors = [await engines.projector(), await engines.projector()];
    for (const one of projectors) await one.start();
    const dirty = engines.target().dirty();
    const makeStale = (planId: string, by: string) =>
      dirty.insertOne({
        _id: `${planId}@${by}`,
        planId,
        ...allMonths,
        members: null,
        recordedFrom: '',
        since: '1/1',
        position: '1/1',
        correlationIds: [],
        derivation: engines.derivation.name,
      });
    const stale = () => dirty.distinct('planId');
    await makeStale('PF.other', 'a delivery');
    await hold.except(['PF.first']);
    for (const delivery of ['a delivery', 'another one', 'the last one']) {
      await makeStale('PF.first', delivery);
      await expect.poll(stale, patience).toEqual(['PF.other']);
    }
    await hold.end();
    await expect.poll(stale, patience).toEqual([]);
    for (const one of projectors) await one.stop();
  });
});
