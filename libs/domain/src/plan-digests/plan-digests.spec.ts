import { expect, it } from 'vitest';
import { keepDigest, planDigestsStream, type PlanDigest } from './plan-digests.js';

const at = (moment: string): PlanDigest => ({
  planId: 'TWR.P0001',
  moment,
  position: '17',
  events: 3,
  digest: 'ab',
  models: [],
});
const kept = planDigestsStream.evolve(planDigestsStream.initial, {
  type: 'PlanDigestKept',
  data: at('2026-03-01T00:00:00.000Z'),
});

it('keeps the digest of a moment once, and none of an earlier moment', () => {
  expect(keepDigest(at('2026-03-01T00:00:00.000Z'))(kept)).toEqual([]);
  expect(keepDigest(at('2026-02-01T00:00:00.000Z'))(kept)).toEqual([]);
});

it('keeps the digest of a later moment', () => {
  const later = at('2026-03-02T00:00:00.000Z');
  expect(keepDigest(later)(kept)).toEqual([{ type: 'PlanDigestKept', data: later }]);
});
