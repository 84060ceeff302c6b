import { afterEach, describe, expect, it, vi } from 'vitest';
import { storeWith } from '../platform/commands/store-in-memory.fixture.js';
import type { Clock, Schedule } from '../work/schedule.js';
import { NightlyCalendar } from './nightly-calendar.js';

afterEach(() => {
  vi.useRealTimers();
});

/** An api that starts at an instant. `midnight` is what its schedule runs. */
async function startedAt(instant: string) {
  vi.useFakeTimers({ now: new Date(instant) });
  const { store, written } = storeWith();
  const clocks: Clock[] = [];
  const calendar = new NightlyCalendar(store, { add: (clock: Clock) => clocks.push(clock) } as unknown as Schedule);
  calendar.onModuleInit();
  await calendar.onApplicationBootstrap();
  const recorded = (type: string) => written.filter(([, event]) => event.type === type).map(([, { data }]) => data);
  return { clocks, midnight: () => clocks[0]!.run(new Date(instant)), recorded };
}

describe('the calendar', () => {
  it('opens a month when it begins in Sydney, which is a day earlier in UTC', async () => {
    expect((await startedAt('2024-06-30T13:59:59Z')).recorded('MonthOpened')).toContainEqual({ month: '2024-06' });
    expect((await startedAt('2024-06-30T14:00:00Z')).recorded('MonthOpened')).toContainEqual({ month: '2024-07' });
  });

  it('processes the member events of the days before once a day, after midnight in Sydney', async () => {
    const { clocks, midnight, recorded } = await startedAt('2024-06-30T13:55:00Z');
    expect(clocks).toMatchObject([{ times: { every: 'day', at: '00:00' } }]);
    vi.setSystemTime(new Date('2024-06-30T14:00:10Z'));
    const said = 'Member events recorded before 01/07/2024 are processed';
    expect(await midnight()).toEqual({ isDone: true, said });
    await midnight();
    expect(recorded('MemberEventsProcessed')).toEqual([
      { recordedBefore: '2024-06-30' },
      { recordedBefore: '2024-07-01' },
    ]);
  });

  it('writes a month once, however often it runs', async () => {
    const { midnight, recorded } = await startedAt('2024-06-30T13:55:00Z');
    vi.setSystemTime(new Date('2024-06-30T14:00:10Z'));
    await midnight();
    await midnight();
    expect(recorded('MonthOpened')).toEqual([{ month: '2024-06' }, { month: '2024-07' }]);
  });
});
