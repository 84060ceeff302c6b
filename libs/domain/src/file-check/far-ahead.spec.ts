import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, addMonths } from '../calendar-dates.js';
import { farAheadText, isFarAhead } from './far-ahead.js';

describe('a day more than a year ahead', () => {
  it('is one after the same day of the next year', () => {
    expect(isFarAhead('2027-11-30', '2026-11-30')).toBe(false);
    expect(isFarAhead('2027-12-01', '2026-11-30')).toBe(true);
    expect(isFarAhead('2029-02-28', '2028-02-29')).toBe(false);
    expect(isFarAhead('2029-03-01', '2028-02-29')).toBe(true);
    expect(isFarAhead('1992-07-01', '2026-11-30')).toBe(false);
  });

  it('is no day up to a year ahead, whatever today is', () => {
    fc.assert(
      fc.property(fc.nat(20_000), fc.nat(400), (since, ahead) => {
        const today = addDays('1992-07-01', since);
        const day = addDays(today, ahead);
        expect(isFarAhead(day, today)).toBe(day > addMonths(today, 12));
        if (ahead <= 365) expect(isFarAhead(day, today)).toBe(false);
        if (ahead > 366) expect(isFarAhead(day, today)).toBe(true);
      }),
    );
  });

  it('is asked about by what it is of', () => {
    expect(farAheadText('assets of PF', '2037-01-31')).toBe(
      'assets of PF would be valid from 31/01/2037 only, more than a year ahead.',
    );
  });
});
