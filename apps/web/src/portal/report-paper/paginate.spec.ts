import { describe, expect, it } from 'vitest';
import { paginate, type Measured, type MeasuredPart } from './paginate';

const part = (group: number, height: number, more: Partial<MeasuredPart> = {}): MeasuredPart => ({
  group,
  height,
  gap: 0,
  ...more,
});
const measured = (parts: readonly MeasuredPart[], more: Partial<Measured> = {}): Measured => ({
  parts,
  groups: [
    { head: 20, tail: 5 },
    { head: 20, tail: 5 },
  ],
  between: 10,
  ...more,
});

describe('parts of a report on its sheets', () => {
  it('stand on one sheet if they fit to the last pixel', () => {
    const all = measured([part(0, 30), part(0, 30, { gap: 5 }), part(1, 40)]);
    // 20 + 30 + 5 + 30 + 5, 10 between, 20 + 40 + 5
    expect(paginate(all, [165])).toEqual([[0, 1, 2]]);
    expect(paginate(all, [164])).toEqual([[0, 1], [2]]);
  });

  it('go on where the next one does not fit, under the head of their group, which takes room again', () => {
    const all = measured(Array.from({ length: 5 }, () => part(0, 40)));
    // Two of them: 20 + 80 + 5.
    expect(paginate(all, [110])).toEqual([[0, 1], [2, 3], [4]]);
  });

  it('have another height on each sheet', () => {
    const all = measured(Array.from({ length: 6 }, () => part(0, 40)));
    expect(paginate(all, [70, 150])).toEqual([[0], [1, 2, 3], [4, 5]]);
  });

  it('are never split: one that is taller than a sheet stands alone', () => {
    expect(paginate(measured([part(0, 10), part(0, 500), part(0, 10)]), [100])).toEqual([[0], [1], [2]]);
  });

  it('that may be left out stand at the end, where there is room, the most important ones first', () => {
    const optional = [part(1, 30, { rank: 1 }), part(1, 30, { rank: 3 }), part(1, 30, { rank: 2 })];
    const all = measured([part(0, 40), ...optional]);
    // 20 + 40 + 5, 10 between, 20 + n x 30 + 5
    expect(paginate(all, [200])).toEqual([[0, 1, 2, 3]]);
    expect(paginate(all, [165])).toEqual([[0, 1, 3]]);
    expect(paginate(all, [130])).toEqual([[0, 1]]);
    expect(paginate(all, [129])).toEqual([[0]]);
    expect(paginate(all, [70])).toEqual([[0]]);
  });

  it('without any make one empty sheet', () => {
    expect(paginate(measured([]), [100])).toEqual([[]]);
  });
});
