import { afterEach, describe, expect, it, vi } from 'vitest';
import { NightlyCalendar } from '../../calendar/nightly-calendar.js';
import type { Schedule } from '../../work/schedule.js';
import { systemContext } from '../commands/command-context.js';
import { storeWith } from '../commands/store-in-memory.fixture.js';
import { recordingClock } from './recording-clock.js';

afterEach(() => {
  recordingClock.moveTo(null);
  vi.useRealTimers();
});

describe('the clock by which things are recorded', () => {
  it('is the machine’s clock', () => {
    vi.useFakeTimers({ now: new Date('2026-11-25T00:00:00Z') });
    expect(recordingClock.at()).toBe('2026-11-25T00:00:00.000Z');
    expect(systemContext('c').at).toBe('2026-11-25T00:00:00.000Z');
  });

  it('goes on from where it was set, for what is recorded and for nothing else', () => {
    vi.useFakeTimers({ now: new Date('2026-11-25T00:00:00Z') });
    recordingClock.moveTo(new Date('2026-03-05T02:00:00Z'));
    vi.advanceTimersByTime(60_000);
    expect(systemContext('c').at).toBe('2026-03-05T02:01:00.000Z');
    expect(new Date().toISOString()).toBe('2026-11-25T00:01:00.000Z');
  });

  it('is the calendar’s, which opens and closes months by it', async () => {
    recordingClock.moveTo(new Date('2026-03-08T02:00:00Z'));
    const { store, written } = storeWith();
    await new NightlyCalendar(store, { add: () => undefined } as unknown as Schedule).turn();
    expect(written).toContainEqual(['calendar', { type: 'MonthOpened', data: { month: '2026-03' } }]);
    expect(written).toContainEqual(['calendar', { type: 'MonthClosed', data: { month: '2026-02' } }]);
  });
});
