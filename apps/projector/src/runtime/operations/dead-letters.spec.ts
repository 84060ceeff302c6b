import type { RecordedEvent } from '@superscope/event-store/events/recorded-event';
import type { Db } from 'mongodb';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { DeadLetters, planIdOf } from './dead-letters.js';
import { ProjectionFailure } from '../writing/failures.js';

const letters = () => new DeadLetters({ collection: () => ({}) } as unknown as Db, pino({ level: 'silent' }));

describe('writing one event', () => {
  it('is retried while an engine is unavailable', async () => {
    let calls = 0;
    const outcome = await letters().guard(async () => {
      calls += 1;
      if (calls < 2) throw new Error('connect ECONNREFUSED');
      return 'written';
    });
    expect(outcome).toEqual({ result: 'written' });
  });

  it('ends at once if the event itself cannot be applied', async () => {
    let calls = 0;
    const failure = new ProjectionFailure('members', new TypeError('x'));
    const outcome = await letters().guard(async () => {
      calls += 1;
      throw failure;
    });
    expect(outcome).toEqual({ failure });
    expect(calls).toBe(1);
  });

  it('ends when the projector stops, even if the engine is still unavailable', async () => {
    const guarding = letters();
    const waiting = guarding.guard(async () => {
      throw new Error('connect ECONNREFUSED');
    });
    guarding.stop();
    await expect(waiting).rejects.toThrow('aborted');
  });
});

describe('the plan of an event', () => {
  const event = (stream: string, data?: unknown) => ({ stream, ...(data ? { data } : {}) }) as RecordedEvent;

  it.each([
    [event('member-m1', { planId: 'T.K1' }), 'T.K1'],
    [event('plan-T.K-1'), 'T.K-1'],
    [event('memberSnapshots-T.K-1-202603'), 'T.K-1'],
    [event('assetsOwned-T.K1-202603', {}), 'T.K1'],
    [event('member-m1', { memberId: 'm1' }), null],
    [event('benchmarks'), null],
  ])('is what it says, or what its stream is called after', (of, planId) => {
    expect(planIdOf(of)).toBe(planId);
  });
});
