import type { CheckpointDocument } from '@superscope/contracts/read-models/projection-state';
import { describe, expect, it } from 'vitest';
import type { Ops, Views } from '../platform/engines.module.js';
import { ProjectedEvents } from './projected-events.js';

type Stored = Pick<CheckpointDocument, '_id' | 'position' | 'deferredPosition'>;

/** Each look at the checkpoints finds the next of these, and at last always the last. */
function projecting(...looks: Stored[][]) {
  let looked = 0;
  const find = () => ({ toArray: async () => looks[Math.min(looked++, looks.length - 1)] });
  const feed = { findOne: async () => ({ _id: 'feed', kind: 'kafka', topic: 'events', partitions: 2 }) };
  const ops = { db: { collection: () => feed } } as unknown as Ops;
  return new ProjectedEvents(ops, { checkpoints: { find } } as unknown as Views);
}

const behind: Stored[] = [
  { _id: 'events-0', position: '20/20', deferredPosition: '10/10' },
  { _id: 'events-1', position: '30/30', deferredPosition: '30/30' },
];
const further: Stored[] = [
  { _id: 'events-0', position: '50/50', deferredPosition: '20/20' },
  { _id: 'events-1', position: '30/30', deferredPosition: '30/30' },
];
const patience = 60_000;

describe('the event history', () => {
  it('is not whole while one partition lacks rows', async () => {
    expect(await projecting(behind).isHistoryWhole()).toBe(false);
    expect(await projecting(behind).historyWhole(0)).toBe(false);
  });

  it('is waited for up to the events that the read models had at the beginning, not up to newer ones', async () => {
    expect(await projecting(behind, behind, further).historyWhole(patience)).toBe(true);
    expect(await projecting(further).isHistoryWhole()).toBe(false);
  });

  it('is whole where no rows are deferred', async () => {
    expect(await projecting([{ _id: 'events-0', position: '20/20' }]).isHistoryWhole()).toBe(true);
  });

  it('refuses an answer that would be wrong without it', async () => {
    const refusal = { status: 503, body: { message: expect.stringContaining('Please try again') } };
    await expect(projecting(behind).requireHistory(0)).rejects.toMatchObject(refusal);
    await expect(projecting(behind, further).requireHistory(patience)).resolves.toBeUndefined();
  });
});
