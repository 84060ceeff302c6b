import type { RebuildDocument } from '@superscope/contracts/rebuild-progress';
import { describe, expect, it } from 'vitest';
import { healthOf } from './rebuild-health.js';

const at = (second: number) => new Date(Date.UTC(2026, 2, 1, 1, 0, second));
const rebuild: RebuildDocument = {
  _id: 'newest',
  state: 'running',
  phase: 'replaying',
  only: null,
  events: 2_000,
  rows: 1_500,
  done: 250,
  total: 1_000,
  startedAt: at(0),
  phaseStartedAt: at(10),
  at: at(20),
  differences: 0,
};

describe('the health of a rebuild', () => {
  it('estimates the rest of the phase by its speed so far', () =>
    expect(healthOf(rebuild, at(21))).toMatchObject({ state: 'running', share: 0.25, secondsLeft: 30 }));

  it('has no estimate while too little is done, or the total is unknown', () => {
    expect(healthOf({ ...rebuild, done: 10 }, at(21))).toMatchObject({ share: 0.01, secondsLeft: null });
    expect(healthOf({ ...rebuild, done: 0, total: 0 }, at(21))).toMatchObject({ share: null, secondsLeft: null });
  });

  it('is silent after half a minute without a report, unless the rebuild has ended', () => {
    expect(healthOf(rebuild, at(50)).state).toBe('running');
    expect(healthOf(rebuild, at(51))).toMatchObject({ state: 'silent', secondsLeft: null });
    expect(healthOf({ ...rebuild, state: 'switched' }, at(59))).toMatchObject({ state: 'switched', share: null });
  });
});
