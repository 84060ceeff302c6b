import type { AsOfProof, AsOfView } from '@superscope/contracts/as-of-views';
import { describe, expect, it } from 'vitest';
import { viewForEmployer } from './employer-evidence.js';

const at = '2020-05-10T00:00:00.000Z';
const sum = {
  position: '42',
  changedAt: at,
  events: 184_206,
  digest: 'all',
  models: [{ model: 'm', rows: 1600, digest: 'one' }],
};
const proof = {
  state: 'differs',
  phase: null,
  done: 0,
  total: 0,
  streams: 824,
  ahead: 0,
  problem: null,
  own: true,
  endedAt: at,
  tookMs: 5200,
  sum: { ...sum, position: '41', digest: 'replayed' },
  differing: 7,
  late: 3,
  differences: [],
  kept: null,
} satisfies AsOfProof;
const view = {
  id: 'a1',
  planId: 'T.K1',
  planName: 'Kestrel',
  moment: at,
  endedAt: at,
  rows: 1600,
  sum,
  proof,
} as unknown as AsOfView;

describe('a view and its proof for an employer', () => {
  it('has moment, position, one digest and whether the replay was equal, and no number', () => {
    expect(viewForEmployer(view)).toEqual({
      view: { planId: 'T.K1', planName: 'Kestrel', moment: at, endedAt: at, position: '41', digest: 'replayed' },
      proof: { isEqual: false, endedAt: at },
    });
  });

  it('has the view’s own digest while no replay has ended', () => {
    const running = { ...view, proof: { ...proof, state: 'running' as const } } as AsOfView;
    for (const unproved of [running, { ...view, proof: null }])
      expect(viewForEmployer(unproved)).toMatchObject({ view: { position: '42', digest: 'all' }, proof: null });
  });
});
