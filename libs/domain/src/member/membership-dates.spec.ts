import { describe, expect, it } from 'vitest';
import { addDays, monthEnd, monthsFrom, shiftMonth } from '../calendar-dates.js';
import { seededRandom } from '../seeded-random.fixture.js';
import { countsIn, joinsIn, leavesIn, type MembershipDates } from './membership-dates.js';

const member = (joinDate: string | null, exitDate: string | null = null): MembershipDates => ({ joinDate, exitDate });
const july = '2024-07';

describe('a member of a month', () => {
  it('has joined by its last day, or at an unknown time', () => {
    expect(countsIn(member('2024-07-31'), july)).toBe(true);
    expect(countsIn(member('2024-08-01'), july)).toBe(false);
    expect(countsIn(member(null), july)).toBe(true);
  });

  it('has not left before its last day', () => {
    expect(countsIn(member('2020-01-01', '2024-07-30'), july)).toBe(false);
    expect(countsIn(member('2020-01-01', '2024-07-31'), july)).toBe(true);
    expect(countsIn(member('2020-01-01', '2024-08-01'), july)).toBe(true);
    expect(countsIn(member(null, '2024-07-30'), july)).toBe(false);
  });

  it('counts in no month with an exit before the joining, and neither joins nor leaves', () => {
    const odd = member('2024-07-20', '2024-07-10');
    for (const month of monthsFrom('2024-05', '2024-09'))
      expect([countsIn(odd, month), joinsIn(odd, month), leavesIn(odd, month)]).toEqual([false, false, false]);
  });
});

describe('joiners and leavers', () => {
  it('are those whose date lies in the month', () => {
    expect(joinsIn(member('2024-07-01'), july)).toBe(true);
    expect(joinsIn(member('2024-06-30'), july)).toBe(false);
    expect(leavesIn(member(null, '2024-07-01'), july)).toBe(true);
    expect(leavesIn(member(null, '2024-07-30'), july)).toBe(true);
    expect(leavesIn(member(null, '2024-08-01'), july)).toBe(false);
  });

  it('leave with the next month when they left on the last day, on which they still count', () => {
    expect(leavesIn(member(null, '2024-07-31'), july)).toBe(false);
    expect(leavesIn(member(null, '2024-07-31'), '2024-08')).toBe(true);
  });

  it('both join and leave within one month', () => {
    const short = member('2024-07-03', '2024-07-20');
    expect([joinsIn(short, july), leavesIn(short, july), countsIn(short, july)]).toEqual([true, true, false]);
  });

  it('make a month’s members of those of the month before, whoever the members are', () => {
    const months = monthsFrom('2022-01', '2024-12');
    for (let seed = 1; seed <= 200; seed += 1) {
      const random = seededRandom(seed);
      const dayOrNull = () => {
        if (random() < 0.2) return null;
        const day = addDays('2021-11-20', Math.floor(random() * 1_250));
        // Days at the ends of months are where a rule would go wrong.
        return random() < 0.4 ? addDays(monthEnd(day.slice(0, 7)), Math.floor(random() * 3) - 1) : day;
      };
      const members = Array.from({ length: 40 }, () => member(dayOrNull(), dayOrNull()));
      const number = (rule: typeof countsIn, month: string) => members.filter((each) => rule(each, month)).length;
      for (const month of months)
        expect(number(countsIn, month), `seed ${seed}, ${month}`).toBe(
          number(countsIn, shiftMonth(month, -1)) + number(joinsIn, month) - number(leavesIn, month),
        );
    }
  });
});
