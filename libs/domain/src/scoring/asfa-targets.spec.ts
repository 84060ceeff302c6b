import { describe, expect, it } from 'vitest';
import { asfaTargetsOn } from './asfa-targets.js';
import { figuresFrom } from './figures-from-rows.js';
import { referenceBenchmarks } from './reference-figures.js';

const figuresOf = (benchmarks: Parameters<typeof figuresFrom>[0]['benchmarks']) =>
  figuresFrom({ benchmarks, superParameters: [] }).figures;
const row = (birthYearOrAge: number, amountCents: number, validFrom = '2020-07-01') => ({
  kind: 'ASFA' as const,
  birthYearOrAge,
  gender: null,
  amountCents,
  validFrom,
});

describe('ASFA’s targets of birth groups', () => {
  it('are those at the age of who was born in the third year, between two published ages in proportion', () => {
    const { validFrom, groups } = asfaTargetsOn(figuresOf(referenceBenchmarks), '2026-09-30')!;
    expect(groups).toHaveLength(10);
    // 74 is beyond the last age, 64 four fifths of the way from 60 to 65, 29 four fifths of the way from 25 to 30.
    expect(groups[0]).toEqual({ birthGroup: '1950 - 1954', age: 74, targetCents: 535_000_00 });
    expect(groups[2]).toEqual({ birthGroup: '1960 - 1964', age: 64, targetCents: 485_400_00 });
    expect(groups[9]).toEqual({ birthGroup: '1995 - 1999', age: 29, targetCents: 46_600_00 });
    expect(validFrom <= '2026-09-30').toBe(true);
  });

  it('follow years of birth where those are loaded', () => {
    const figures = figuresOf([row(1952, 500_000_00), row(1957, 400_000_00)]);
    const { groups } = asfaTargetsOn(figures, '2020-09-30')!;
    expect(groups.slice(0, 3).map(({ targetCents }) => targetCents)).toEqual([500_000_00, 400_000_00, 400_000_00]);
  });

  it('are those in force on the day', () => {
    const figures = figuresOf([row(30, 54_000_00), row(30, 60_000_00, '2024-01-01')]);
    expect(asfaTargetsOn(figures, '2023-12-31')).toMatchObject({
      validFrom: '2020-07-01',
      groups: [{ targetCents: 54_000_00 }, ...Array.from({ length: 9 }, () => ({}))],
    });
    expect(asfaTargetsOn(figures, '2024-03-31')).toMatchObject({
      validFrom: '2024-01-01',
      groups: [{ targetCents: 60_000_00 }, ...Array.from({ length: 9 }, () => ({}))],
    });
  });

  it('are none if none is loaded', () => expect(asfaTargetsOn(figuresOf([]), '2026-09-30')).toBeNull());
});
