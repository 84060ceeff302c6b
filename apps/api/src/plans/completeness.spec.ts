import { describe, expect, it } from 'vitest';
import { completenessOf, CurrentImports, newestMonths, type ImportStep, type PlanSpan } from './completeness.js';

const acme: PlanSpan = { id: 'T.ACME', startDate: '2015-07-01', closedOn: null };
const months = newestMonths('2026-03', 4);
const imported = (month: string, rows = 14, more: Partial<ImportStep> = {}): ImportStep => ({
  planId: acme.id,
  month,
  content: 'snapshots',
  step: 'completed',
  importId: `i-${month}-${rows}`,
  rows,
  ...more,
});
const stateOf = (steps: ImportStep[], editions: [string, number][], closedBy: string | null, plan = acme) =>
  completenessOf(plan, months, new CurrentImports(steps), new Map(editions), closedBy).map(
    ({ month, snapshots, openBecause }) => [month, snapshots, openBecause],
  );

describe('the completeness of a plan', () => {
  it('covers the newest months, across the turn of a year', () =>
    expect(months).toEqual(['2025-12', '2026-01', '2026-02', '2026-03']));

  it('says that a month is closed, lacks its snapshots, is being published, or still runs', () =>
    expect(stateOf([imported('2025-12'), imported('2026-02')], [['2025-12', 1]], '2026-02')).toEqual([
      ['2025-12', 14, null],
      ['2026-01', null, 'snapshots'],
      ['2026-02', 14, 'publishing'],
      ['2026-03', null, 'running'],
    ]));

  it('counts the newest import that is not withdrawn', () => {
    const second = imported('2025-12', 20);
    expect(stateOf([imported('2025-12'), second], [], null)[0]).toEqual(['2025-12', 20, 'running']);
    expect(stateOf([imported('2025-12'), second, { ...second, step: 'withdrawn' }], [], null)[0]![1]).toBe(14);
  });

  it('leaves out months before the first import and after the plan closed', () => {
    expect(stateOf([imported('2026-01')], [], '2026-03').map(([month]) => month)).toEqual([
      '2026-01',
      '2026-02',
      '2026-03',
    ]);
    const closed = { ...acme, closedOn: '2026-02-01' };
    expect(stateOf([imported('2025-12')], [], '2026-03', closed).map(([month]) => month)).toEqual([
      '2025-12',
      '2026-01',
    ]);
  });

  it('waits for a new plan from its start', () =>
    expect(stateOf([], [], '2026-02', { ...acme, startDate: '2026-02-15' })).toEqual([
      ['2026-02', null, 'snapshots'],
      ['2026-03', null, 'running'],
    ]));
});
