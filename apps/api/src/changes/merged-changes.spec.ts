import type { Change } from '@superscope/contracts/changes';
import { expect, it } from 'vitest';
import { mergedChanges } from './merged-changes.js';

const change = (sequence: number, planId: string | null, ...readModels: Change['readModels']): Change => ({
  sequence,
  planId,
  readModels,
  correlationIds: [`command-${sequence}`],
});

it('merges each plan’s changes into one, with their commands', () => {
  const told = mergedChanges([change(7, 'P1', 'plans'), change(8, 'P1', 'editions'), change(9, null, 'news')], 0);
  expect(told).toEqual([
    { sequence: 1, planId: 'P1', readModels: ['plans', 'editions'], correlationIds: ['command-7', 'command-8'] },
    { sequence: 2, planId: null, readModels: ['news'], correlationIds: ['command-9'] },
  ]);
});

it('uses no numbers from which a listener could count the changes sent to others', () => {
  const numbers = (first: number, second: number) =>
    [
      ...mergedChanges([change(first, 'P1', 'editions')], 0),
      ...mergedChanges([change(second, 'P1', 'editions')], 1),
    ].map(({ sequence }) => sequence);
  expect(numbers(7, 8)).toEqual(numbers(7, 900));
});
