import { describe, expect, it } from 'vitest';
import { lastDue, nextDue, timesInWords } from './clock-times.js';

const at = (instant: string) => new Date(instant);
const nightly = { every: 'day', at: '01:00' } as const;
const hourly = { every: 'hour', atMinute: 15 } as const;
const weekly = { every: 'week', on: 'Sunday', at: '06:00' } as const;

describe('the times of a clock', () => {
  it('are Sydney’s, in summer and in winter', () => {
    expect(nextDue(nightly, at('2026-01-10T03:00:00Z'))).toEqual(at('2026-01-10T14:00:00Z'));
    expect(nextDue(nightly, at('2026-07-10T03:00:00Z'))).toEqual(at('2026-07-10T15:00:00Z'));
  });

  it('come once on the days on which Sydney’s clocks are set', () => {
    // On 5 April 2026 the hour from 2 to 3 comes twice; on 4 October 2026 it does not come.
    const night = { every: 'day', at: '02:30' } as const;
    const daysFrom = (from: string, count: number) => {
      const found: Date[] = [];
      for (let day = 0; day < count; day += 1) found.push(nextDue(night, found.at(-1) ?? at(from)));
      return found.map((due) => due.toISOString().slice(0, 10));
    };
    expect(daysFrom('2026-04-03T00:00:00Z', 3)).toEqual(['2026-04-03', '2026-04-04', '2026-04-05']);
    expect(new Set(daysFrom('2026-10-02T00:00:00Z', 3)).size).toBe(3);
  });

  it('count as due at their own moment, and not a moment before', () => {
    expect(lastDue(nightly, at('2026-01-10T14:00:00Z'))).toEqual(at('2026-01-10T14:00:00Z'));
    expect(lastDue(nightly, at('2026-01-10T13:59:59Z'))).toEqual(at('2026-01-09T14:00:00Z'));
    expect(lastDue(hourly, at('2026-01-10T14:20:00Z'))).toEqual(at('2026-01-10T14:15:00Z'));
  });

  it('come once a week on their day in Sydney, which is the day before in UTC', () => {
    const sunday = at('2026-01-10T19:00:00Z');
    expect([lastDue(weekly, sunday), lastDue(weekly, at('2026-01-17T18:59:59Z'))]).toEqual([sunday, sunday]);
    expect(nextDue(weekly, sunday)).toEqual(at('2026-01-17T19:00:00Z'));
  });

  it('are told in words', () => {
    expect([timesInWords(weekly), timesInWords(nightly), timesInWords(hourly)]).toEqual([
      'Every Sunday, 06:00',
      'Every day, 01:00',
      'Every hour, 15 minutes past',
    ]);
  });
});
