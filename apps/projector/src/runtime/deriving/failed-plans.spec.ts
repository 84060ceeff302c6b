import { describe, expect, it } from 'vitest';
import { FailedPlans } from './failed-plans.js';

const minute = 60_000;
const wrong = new Error('wrong');
const away = new Error('connect ECONNREFUSED');

describe('a plan whose derivation fails', () => {
  it('is retried with growing pauses of at most five minutes', () => {
    const plans = new FailedPlans();
    const pauses: number[] = [];
    for (let now = 0, i = 0; i < 12; i += 1) {
      plans.note('p1', wrong, now);
      let pause = 0;
      while (plans.rests('p1', now + pause)) pause += 1_000;
      pauses.push(pause);
      now += pause;
    }
    expect(pauses.slice(0, 4)).toEqual([2_000, 4_000, 8_000, 16_000]);
    expect(pauses.at(-1)).toBe(5 * minute);
  });

  it('becomes a dead letter at its second failure', () => {
    const plans = new FailedPlans();
    expect(plans.note('p1', wrong, 0)).toBeNull();
    expect(plans.setAside().has('p1')).toBe(false);
    expect(plans.note('p1', wrong, 0)).toBe('Error');
    expect(plans.setAside().get('p1')).toBe('Error');
  });

  it('never becomes a dead letter because an engine is unavailable, and is retried soon', () => {
    const plans = new FailedPlans();
    for (let i = 0; i < 20; i += 1) expect(plans.note('p1', away, 0)).toBeNull();
    expect(plans.setAside().size).toBe(0);
    expect(plans.rests('p1', 10_000)).toBe(false);
  });

  it('is retried at once on request, and stays a dead letter until it succeeds', () => {
    const plans = new FailedPlans();
    plans.note('p1', wrong, 0);
    plans.note('p1', wrong, 0);
    plans.hurry('p1');
    expect(plans.rests('p1', 1)).toBe(false);
    expect(plans.setAside().has('p1')).toBe(true);
    plans.forget('p1');
    expect(plans.setAside().size).toBe(0);
  });
});
