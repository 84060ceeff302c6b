import type { RebuildDocument } from '@superscope/contracts/rebuild-progress';
import { describe, expect, it } from 'vitest';
import { healthOf } from './rebuild-health.js';

const at = (second: number) => new Date(Date.UTC(2026, 2, 1, 1, 0, second));
const rebuild: RebuildDocument = {
  ...{ _id: 'newest', state: 'running', phase: 'replaying', only: null, events: 2_000, rows: 1_500 },
  ...{ done: 250, total: 1_000, startedAt: at(0), phaseStartedAt: at(10), at: at(20), differences: 0 },
};

describe('the health of a rebuild', () => {
  it('tells what is left of the phase by what it took so far', () =>
    expect(healthOf(rebuild, at(21))).toMatchObject({ state: 'running', share: 0.25, secondsLeft: 30 }));

  it('tells nothing of what is left while too little is done, or the whole is not known', () => {
    expect(healthOf({ ...rebuild, done: 10 }, at(21))).toMatchObject({ share: 0.01, secondsLeft: null });
    expect(healthOf({ ...rebuild, done: 0, total: 0 }, at(21))).toMatchObject({ share: null, secondsLeft: null });
  });

  it('is silent once its process said nothing for half a minute, unless it had ended', () => {
    expect(healthOf(rebuild, at(50)).state).toBe('running');
    expect(healthOf(rebuild, at(51))).toMatchObject({ state: 'silent', secondsLeft: null });
    expect(healthOf({ ...rebuild, state: 'switched' }, at(59))).toMatchObject({ state: 'switched', share: null });
  });
});
