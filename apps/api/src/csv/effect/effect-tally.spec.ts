import { describe, expect, it } from 'vitest';
import { ColumnSizes } from './column-sizes.js';
import { EffectTally } from './effect-tally.js';
import { GroupEffect } from './group-effect.js';
import { Questions } from './questions.js';
import { SteadyValues } from './steady-values.js';
import { memberSnapshots } from '../tables/group-tables.js';
import type { GroupTable } from '../tables/import-table.js';

const row = (line: number, was: number | null, becomes: number, name = 'A') => ({
  line,
  row: String(line),
  was: was === null ? null : { balance: was, name: 'A' },
  becomes: { balance: becomes, name },
});

describe('the tally of a file’s rows', () => {
  it('counts what is new, changes, stays and leaves, and the columns that change', () => {
    const tally = new EffectTally('balance', new Set());
    for (const each of [row(2, null, 1), row(3, 1, 1), row(4, 1, 2, 'B'), row(5, 1, 1, 'B')]) tally.note(each);
    tally.note({ line: null, row: 'gone', was: { balance: 1 }, becomes: null });
    expect([tally.fresh, tally.changed, tally.unchanged, tally.leaving, tally.leavers]).toEqual([1, 2, 1, 1, ['gone']]);
    expect(tally.byColumn).toEqual([
      { column: 'name', changed: 2, cleared: 0 },
      { column: 'balance', changed: 1, cleared: 0 },
    ]);
  });

  it('keeps the ten largest changes by the column that ranks, in whatever order they come', () => {
    const tally = new EffectTally('balance', new Set(['name']));
    for (let at = 0; at < 50; at += 1) tally.note(row(at, 100, 100 + ((at * 7) % 50)));
    tally.note(row(99, 100, 100, 'B'));
    expect(tally.largestChanges.map(({ becomes }) => becomes)).toEqual([
      149, 148, 147, 146, 145, 144, 143, 142, 141, 140,
    ]);
  });

  it('shows no value that tells who somebody is', () => {
    const tally = new EffectTally(null, new Set(['name']));
    tally.note(row(2, 1, 1, 'B'));
    expect(tally.largestChanges).toMatchObject([{ column: 'name', was: null, becomes: null, isPersonal: true }]);
  });
});

describe('months of a file that alternate', () => {
  const lines = (group: string, from: number, count: number) =>
    Array.from({ length: count }, (_, at) => ({ line: at, id: group, data: [`m${from + at}`, 1, 2] }));

  it('are compared while what they replace can be held, and the others are said to be not compared', async () => {
    const held = 100_020;
    const comparison: GroupTable['comparison'] = {
      ...memberSnapshots.comparison,
      before: (group) => Promise.resolve({ of: group, rows: lines(group, 0, held).map(({ data }) => data) }),
    };
    const tally = new EffectTally(null, new Set());
    const steady = new SteadyValues('memberSnapshots', new Questions());
    const table = { ...memberSnapshots, comparison };
    const effect = new GroupEffect(table, null as never, '2026-11-29', tally, steady, new ColumnSizes({}));
    for (const group of ['P 2026-01', 'P 2026-02', 'P 2026-03']) await effect.add(lines(group, 0, 10));
    expect([effect.notCompared, tally.unchanged]).toEqual([10, 20]);
    await effect.add(lines('P 2026-01', 10, held - 10));
    expect(effect.comparedWith).toEqual(['P 2026-02', 'P 2026-01']);
    // What a file has named is no longer held, so there is room again.
    await effect.add(lines('P 2026-04', 0, 10));
    expect([effect.notCompared, tally.unchanged]).toEqual([10, held + 20]);
    effect.end();
    expect(tally.leaving).toBe(2 * (held - 10));
  });
});

describe('the sizes of a long column', () => {
  it('are those of every nth value, with the exact count and largest', () => {
    const sizes = new ColumnSizes({ salary: { type: 'money', required: false, unit: 'dollarsAYear' } });
    for (let at = 1; at <= 100_000; at += 1) sizes.note({ salary: at }, false);
    const { count, median, largest } = sizes.sizeOf('salary')!;
    expect([count, largest]).toEqual([100_000, 100_000]);
    expect(Math.abs(median! - 50_000)).toBeLessThan(100);
  });
});

describe('the code of questions', () => {
  it('is another one for other values, in whatever line they stand', () => {
    const codeOf = (line: number, was: number) => {
      const questions = new Questions();
      questions.ask({ line, row: 'A', column: 'amount', unit: '', was, becomes: 3, message: '' });
      return questions.code;
    };
    expect(codeOf(2, 1)).toBe(codeOf(9, 1));
    expect(codeOf(2, 1)).not.toBe(codeOf(2, 2));
    expect(new Questions().code).toBeNull();
  });
});
