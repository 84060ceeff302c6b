import { describe, expect, it } from 'vitest';
import { changedFields, digits, fieldsOf, isBeyondRounding } from './polling.attack.js';

const told = (json: unknown) => new Map(fieldsOf(json, 'a').map(([name, value]) => [name, String(value)]));

describe('polling', () => {
  it('finds fields that change with an event only', () => {
    const before = told({ rows: [{ n: 20 }], at: 1, refreshed: 5 });
    expect(changedFields([before, told({ rows: [{ n: 20 }], at: 2, refreshed: 5 })], before)).toEqual([]);
    expect(
      changedFields(
        [before, told({ rows: [{ n: 20 }], at: 2, refreshed: 5 })],
        told({ rows: [{ n: 20 }], at: 3, refreshed: 6 }),
      ),
    ).toEqual(['a.refreshed']);
  });

  it('finds rows that come or go, and another order', () => {
    const quiet = [told(['x', 'y']), told(['x', 'y'])] as const;
    expect(changedFields(quiet, told(['y', 'x']))).toEqual(['a.0', 'a.1']);
    expect(changedFields(quiet, told(['x']))).toEqual(['a.1']);
    expect(changedFields(quiet, told(['x', 'y', 'z']))).toEqual(['a.2']);
  });

  it('knows how many digits a published figure has', () => {
    expect([47.5, 3.14, 0.07, 12_300, 999.5].filter(isBeyondRounding)).toEqual([]);
    expect([47.512, 3.141_59, 12_300.5].filter(isBeyondRounding)).toEqual([47.512, 3.141_59, 12_300.5]);
  });

  it('reads figures for more digits than are published, but not margins', () => {
    const answer = { data: [{ share: 47.512, members: 20 }], margins: { share: [11.3333] }, at: '2026-09' };
    expect(digits(told(answer))).toEqual(['a.data.0.share is 47.512']);
  });
});
