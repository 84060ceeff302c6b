import type { DirtyDocument } from '@superscope/contracts/read-models/projection-state';
import { pino } from 'pino';
import { describe, expect, it, vi } from 'vitest';
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

describe('While a loader holds derivations', () => {
  const staleOf = (planId: string): Partial<DirtyDocument> => ({ planId, position: '1/1', correlationIds: [] });

  /** A queue over stale plans in memory, with the plans that it derived in order. */
  function queueOver(planIds: readonly string[], despiteHold: () => Promise<ReadonlySet<string> | null>) {
    let stale = planIds.map(staleOf);
    /** Plans that each look asked for; null: all of them. */
    const asked: (readonly string[] | null)[] = [];
    const find = ({ planId: of }: { planId?: string | { $in: string[] } }) => {
      const planIds = of === undefined ? null : typeof of === 'string' ? [of] : of.$in;
      asked.push(planIds);
      const found = stale.filter(({ planId }) => planIds === null || planIds.includes(planId!));
      return { toArray: () => Promise.resolve(found), sort: () => ({ toArray: () => Promise.resolve(found) }) };
    };
    const derived: string[] = [];
    const dirty = {
      find,
      deleteMany: () => Promise.resolve((stale = stale.filter(({ planId }) => !derived.includes(planId!)))),
    };
    const queue = new DerivationQueue(
      { name: 'figures', plansWithFacts: () => Promise.resolve(new Set(planIds)) },
      { dirty: () => dirty } as unknown as Target,
      (({ planId }: { planId: string }) => {
        derived.push(planId);
        return Promise.resolve({ changed: new Set(), counts: {} });
      }) as never,
      () => Promise.resolve(),
      pino({ level: 'silent' }),
      undefined,
      null,
      despiteHold,
    );
    return { queue, derived, asked };
  }

  it('only the plans that it names are derived, and the others once it has ended', async () => {
    let despite: ReadonlySet<string> | null = new Set();
    let looks = 0;
    const { queue, derived } = queueOver(['PF.a', 'PF.b'], () => {
      looks += 1;
      return Promise.resolve(despite);
    });
    queue.nudge([]);
    await expect.poll(() => looks).toBeGreaterThan(1);
    expect(derived).toEqual([]);
    despite = new Set(['PF.b']);
    await expect.poll(() => derived).toEqual(['PF.b']);
    const before = looks;
    await expect.poll(() => looks).toBeGreaterThan(before + 1);
    expect(derived).toEqual(['PF.b']);
    despite = null;
    await expect.poll(() => derived).toEqual(['PF.b', 'PF.a']);
    await queue.stop();
  });

  it('what it makes stale is not read until it ends', async () => {
    let looks = 0;
    const { queue, asked } = queueOver(['PF.a'], () => Promise.resolve((looks += 1) > 2 ? null : new Set(['PF.b'])));
    queue.nudge([]);
    await expect.poll(() => asked.length).toBeGreaterThan(2);
    expect(asked.slice(0, 3)).toEqual([['PF.b'], ['PF.b'], null]);
    await queue.stop();
  });

  it('a process that has to have derived everything does not wait for it', async () => {
    const { queue, derived } = queueOver(['PF.a', 'PF.b'], () => Promise.resolve(new Set()));
    await queue.drained();
    expect(derived.toSorted()).toEqual(['PF.a', 'PF.b']);
    await queue.stop();
  });
});
