import { describe, expect, it } from 'vitest';
import { normalize } from '../query/normalize.js';
import { compile, type Audience } from './compile.js';

const now = new Date('2026-06-15T02:00:00Z');

const ask = (timeDimension: object, audience: Audience = 'employer', filters: object[] = []) =>
  compile(
    normalize(
      {
        measures: ['ContactRequested.count'],
        timeDimensions: [{ dimension: 'ContactRequested.at', ...timeDimension }],
        filters,
      },
      now,
    )[0]!,
    { audience, planIds: ['acme'] },
  );

describe('an employer asking when members got in touch', () => {
  it('may ask by whole months', () => {
    expect(() => ask({ granularity: 'month', dateRange: ['2026-01-01', '2026-04-30'] })).not.toThrow();
  });

  it('may not move a range by a day, which would tell that day’s members', () => {
    expect(() => ask({ dateRange: ['2026-01-01', '2026-01-30'] })).toThrow(/whole months/);
    expect(() => ask({ dateRange: ['2026-01-02', '2026-01-31'] })).toThrow(/whole months/);
  });

  it('may not ask by day or hour, nor compare with an instant', () => {
    expect(() => ask({ granularity: 'day', dateRange: ['2026-01-01', '2026-01-31'] })).toThrow(/months or longer/);
    const before = { member: 'ContactRequested.at', operator: 'beforeDate', values: ['2026-01-15'] };
    expect(() => ask({ granularity: 'month' }, 'employer', [before])).toThrow(/whole months/);
  });

  it('is not what staff are: their tools may ask by hour', () => {
    expect(() => ask({ granularity: 'hour', dateRange: ['2026-01-01', '2026-01-02'] }, 'staff')).not.toThrow();
  });
});
