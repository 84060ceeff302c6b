import type { DirtyDocument } from '@superscope/contracts/read-models/projection-state';
import { pino } from 'pino';
import { expect, it, vi } from 'vitest';
import type { Target } from '../writing/target.js';
import { DerivationQueue } from './derivation-queue.js';

it('derives what was written while it was looking before it says that all is derived', async () => {
  const stale: Partial<DirtyDocument>[] = [];
  const looks: (() => void)[] = [];
  /** Each look finds what was written before it was sent, and answers when it may. */
  const find = () => {
    const found = [...stale];
    return { toArray: () => new Promise((resolve) => looks.push(() => resolve(found))), sort: () => find() };
  };
  const dirty = { find, deleteMany: () => Promise.resolve(stale.splice(0)) };
  const derive = vi.fn(() => Promise.resolve({ changed: new Set(), counts: {} }));
  const queue = new DerivationQueue(
    { name: 'figures', plansWithFacts: () => Promise.resolve(new Set(['PF.a'])) },
    { dirty: () => dirty } as unknown as Target,
    derive as never,
    () => Promise.resolve(),
    pino({ level: 'silent' }),
  );
  const before = queue.drained();
  await expect.poll(() => looks.length).toBe(1);
  stale.push({
    planId: 'PF.a',
    position: '1/1',
    fromMonth: '',
    toMonth: '',
    members: null,
    recordedFrom: '',
    correlationIds: [],
  });
  const after = queue.drained();
  looks.shift()!();
  await before;
  expect(derive).not.toHaveBeenCalled();
  const answering = setInterval(() => looks.shift()?.(), 1);
  await after;
  clearInterval(answering);
  expect(derive).toHaveBeenCalledOnce();
  await queue.stop();
});
