import type { AnalyticsRow, CodedShare, Suppressed } from '@superscope/contracts/analytics/answer';
import { describe, expect, it } from 'vitest';
import { absentOf, percentChange, readRows, series, wholeWithheld, type Figures } from './result';
import { monthlyShares, pointsChange, shareOf } from './share';

const FLAG = 'Member.balanceWithinAverage';
const COUNT = 'MemberSnapshot.countMembers';
const row = (value: string | null, count: number | null, month = '2026-11'): AnalyticsRow => ({
  [FLAG]: value,
  [COUNT]: count,
  'MemberSnapshot.month.month': `${month}-01T00:00:00.000`,
});
const small = (at: number, share?: CodedShare): Suppressed => ({
  row: at,
  members: [COUNT],
  reason: 'small',
  ...(share ? { share } : {}),
});
/** As the query service says it where a filter leaves in, or out, 1 to 10 members of a month. */
const leftOut: Suppressed = { row: null, members: [COUNT], reason: 'filter', message: 'Too few are left out.' };
const share = (figures: Figures, value: string) => shareOf(readRows(figures), FLAG, value);

describe('The share of members with a property', () => {
  it('is of those of whom it is known', () => {
    const figures = { data: [row('1|Yes', 300), row('2|No', 100), row(null, 57), row('Unknown', 3)] };
    expect(share(figures, 'No')).toMatchObject({ count: { value: 100 }, ratio: 0.25, said: null });
  });

  it('is nobody when its value does not occur', () => {
    expect(share({ data: [row('1|Yes', 300)] }, 'No')).toMatchObject({ count: { value: 0 }, ratio: 0 });
  });

  it('is unknown, and not 0, when there are no members', () => {
    expect(share({ data: [] }, 'Yes')).toMatchObject({
      count: { value: null, withheld: null },
      ratio: null,
      said: null,
    });
  });

  it.each<[CodedShare, string, string]>([
    [{ kind: 'below' }, '<11', 'np'],
    [{ kind: 'atLeast', percent: 94 }, 'at least 94%', '<11'],
    [{ kind: 'about', percent: 52 }, 'about 52%', 'about 48%'],
  ])('says no more of Yes and No than the server codes as %o', (coded, yes, no) => {
    const figures = { data: [row('1|Yes', null), row('2|No', null)], suppressed: [small(0, coded), small(1, coded)] };
    expect(share(figures, 'Yes')).toMatchObject({ count: { value: null, withheld: '<11' }, ratio: null, said: yes });
    expect(share(figures, 'No')).toMatchObject({ ratio: null, said: no });
  });

  it('is not published when another part of the whole is withheld', () => {
    const figures = { data: [row('1|Binding', 200), row('2|None', null)], suppressed: [small(1)] };
    expect(share(figures, 'Binding')).toMatchObject({ count: { value: 200 }, ratio: null, said: 'np' });
    expect(share(figures, 'None')).toMatchObject({ ratio: null, said: '<11' });
  });

  it('is nobody, however many are withheld beside them', () => {
    const figures = { data: [row('2|No', null), row(null, 12)], suppressed: [small(0)] };
    expect(share(figures, 'Yes')).toMatchObject({ count: { value: 0 }, ratio: 0, said: null });
  });

  it('is withheld in the months that a filter leaves out, and has no change from the first month after them', () => {
    const data = [row('1|Yes', 50), row('2|No', 50)];
    const figures: Figures = { data, suppressed: [leftOut] };
    const months = ['2026-10', '2026-11'];
    const shares = monthlyShares(readRows(figures), months, FLAG, 'Yes', { absent: absentOf(figures) });
    expect(shares[0]).toEqual({ count: { value: null, withheld: 'np' }, ratio: null, said: 'np', least: null });
    expect(shares[1]).toMatchObject({ ratio: 0.5 });
    expect(pointsChange(shares)).toBeNull();
    expect(wholeWithheld(figures)).toBeNull();
    expect(absentOf({ data })).toEqual({ value: null, withheld: null });
  });

  it('is of the headcount, which is shown anyway, when other parts are withheld and everybody’s value is known', () => {
    const figures = {
      data: [row('1|Binding', 93), row('2|None', null), row('3|Other', null)],
      suppressed: [small(1), small(2)],
    };
    const of = (data: Figures) =>
      shareOf(readRows(data), FLAG, 'Binding', { headcount: { value: 190, withheld: null } });
    expect(of(figures)).toMatchObject({ count: { value: 93 }, said: null });
    expect(of(figures).ratio).toBeCloseTo(93 / 190);
    expect(of({ ...figures, data: [...figures.data, row('Unknown', 12)] })).toMatchObject({ ratio: null, said: 'np' });
  });

  it('changes in percentage points from the first month to the last, or not at all', () => {
    const data = [row('1|Yes', 50, '2026-10'), row('2|No', 50, '2026-10'), row('1|Yes', 60), row('2|No', 40)];
    const months = ['2026-10', '2026-11'];
    expect(pointsChange(monthlyShares(readRows({ data }), months, FLAG, 'Yes'))).toBeCloseTo(10);
    const withheld = readRows({ data, suppressed: [small(0), small(1)] });
    expect(pointsChange(monthlyShares(withheld, months, FLAG, 'Yes'))).toBeNull();
  });
});

describe('A series of months', () => {
  const data = [row('1|Yes', 100, '2026-09'), row('1|Yes', null, '2026-10'), row('1|Yes', 104.2, '2026-11')];
  const months = ['2026-08', '2026-09', '2026-10', '2026-11'];

  it('tells a withheld figure from one that does not exist', () => {
    const cells = series(
      readRows({ data, suppressed: [{ row: 1, members: [COUNT], reason: 'withheld' }] }),
      months,
      COUNT,
    );
    expect(cells).toEqual([
      { value: null, withheld: null },
      { value: 100, withheld: null },
      { value: null, withheld: 'np' },
      { value: 104.2, withheld: null },
    ]);
    expect(percentChange(cells)).toBeCloseTo(4.2);
  });

  it('has no change when its last figure is withheld', () => {
    const cells = series(readRows({ data, suppressed: [small(2)] }), months, COUNT);
    expect(percentChange(cells)).toBeNull();
  });

  it('tells an answer that is withheld as a whole by the server’s sentence', () => {
    expect(wholeWithheld({ data: [], suppressed: [leftOut] })).toBe('Too few are left out.');
    const eachMonth = data.map((_, at) => ({ ...leftOut, row: at }));
    expect(wholeWithheld({ data, suppressed: eachMonth })).toBe('Too few are left out.');
    expect(wholeWithheld({ data, suppressed: eachMonth.slice(1) })).toBeNull();
    expect(wholeWithheld({ data, suppressed: [small(2)] })).toBeNull();
  });
});
