import { describe, expect, it } from 'vitest';
import { quarterEndsOf } from './quarter-ends';

const of = (start: string, end: string, first = '2015-01') => quarterEndsOf({ dateRange: [start, end] }, first);

describe('The quarter ends between which movement is shown', () => {
  it('are two for a period under a year', () => {
    expect(of('2025-10-01', '2026-05-31')).toEqual(['2025-12', '2026-03']);
  });

  it('are three from a year on, as near to the period’s length as published steps allow', () => {
    expect(of('2025-06-01', '2026-06-30')).toEqual(['2025-03', '2026-03', '2026-06']);
    expect(of('2025-03-01', '2026-11-30')).toEqual(['2024-09', '2025-09', '2026-09']);
    expect(of('2024-06-01', '2026-06-30')).toEqual(['2024-06', '2025-06', '2026-06']);
    expect(of('2018-01-01', '2026-06-30')).toEqual(['2022-06', '2024-06', '2026-06']);
  });

  it('begin no earlier than the figures, even if there are fewer then', () => {
    expect(of('2025-06-01', '2026-06-30', '2025-06')).toEqual(['2025-12', '2026-03', '2026-06']);
    expect(of('2025-06-01', '2026-06-30', '2026-02')).toEqual(['2026-03', '2026-06']);
    expect(of('2026-04-01', '2026-05-31', '2026-02')).toEqual([]);
  });
});
