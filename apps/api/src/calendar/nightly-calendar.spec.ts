import { afterEach, describe, expect, it, vi } from 'vitest';
import { storeWith } from '../platform/commands/store-in-memory.fixture.js';
import { NightlyCalendar } from './nightly-calendar.js';

afterEach(() => {
  vi.useRealTimers();
});

async function writtenAt(instant: string) {
  vi.useFakeTimers({ now: new Date(instant) });
  const { store, written } = storeWith();
  const calendar = new NightlyCalendar(store);
  await calendar.onApplicationBootstrap();
  calendar.onApplicationShutdown();
  return written.map(([stream, { type, data }]) => [stream, type, (data as { month: string }).month]);
}

describe('the calendar', () => {
  it('opens a month when it begins in Sydney, which is a day earlier in UTC', async () => {
    expect(await writtenAt('2024-06-30T13:59:59Z')).toContainEqual(['calendar', 'MonthOpened', '2024-06']);
    expect(await writtenAt('2024-06-30T14:00:00Z')).toContainEqual(['calendar', 'MonthOpened', '2024-07']);
  });

  it('processes the member events of the days before once a day, after midnight in Sydney', async () => {
    vi.useFakeTimers({ now: new Date('2024-06-30T13:55:00Z') });
    const { store, written } = storeWith();
    const calendar = new NightlyCalendar(store);
    await calendar.onApplicationBootstrap();
    await vi.advanceTimersByTimeAsync(30 * 60_000);
    calendar.onApplicationShutdown();
    const runs = written.filter(([, { type }]) => type === 'MemberEventsProcessed').map(([, { data }]) => data);
    expect(runs).toEqual([{ recordedBefore: '2024-06-30' }, { recordedBefore: '2024-07-01' }]);
  });

  it('runs every ten minutes, and writes a month once', async () => {
    vi.useFakeTimers({ now: new Date('2024-06-30T13:55:00Z') });
    const { store, written } = storeWith();
    const calendar = new NightlyCalendar(store);
    await calendar.onApplicationBootstrap();
    await vi.advanceTimersByTimeAsync(30 * 60_000);
    calendar.onApplicationShutdown();
    const opened = written.filter(([, { type }]) => type === 'MonthOpened').map(([, { data }]) => data);
    expect(opened).toMatchObject([{ month: '2024-06' }, { month: '2024-07' }]);
  });
});
