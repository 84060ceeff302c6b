import { describe, expect, it } from 'vitest';
import { zoneOf } from './zoned-time.js';

const sydney = zoneOf('Australia/Sydney');
const wall = (text: string) => Date.parse(`${text}Z`);

describe('a wall time in Sydney', () => {
  it.each([
    ['2024-07-01T12:00:00', '2024-07-01T02:00:00.000Z'],
    ['2024-01-01T12:00:00', '2024-01-01T01:00:00.000Z'],
    ['1967-03-01T00:00:00.250', '1967-02-28T14:00:00.250Z'],
  ])('%s is an instant, and that instant is shown as it: %s', (text, instant) => {
    expect(sydney.instantOf(wall(text), 'later').toISOString()).toBe(instant);
    expect(sydney.wallTimeOf(new Date(instant))).toBe(wall(text));
  });

  it('that daylight saving repeats is the first of the two', () => {
    expect(sydney.instantOf(wall('2024-04-07T02:30:00'), 'later').toISOString()).toBe('2024-04-06T15:30:00.000Z');
  });

  it('that daylight saving skips is an hour earlier or later, as asked', () => {
    const skipped = wall('2023-10-01T02:30:00');
    expect(sydney.instantOf(skipped, 'earlier').toISOString()).toBe('2023-09-30T15:30:00.000Z');
    expect(sydney.instantOf(skipped, 'later').toISOString()).toBe('2023-09-30T16:30:00.000Z');
  });
});

it('a name that is no timezone is refused', () => expect(() => zoneOf('Australia/Atlantis')).toThrow(RangeError));
