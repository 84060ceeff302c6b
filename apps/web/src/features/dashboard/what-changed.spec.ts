import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cell, withheldCell, type Cell } from '../../portal/analytics/result';
import { changeOver, runOf, whatChanged, type Tracked } from './what-changed';

const MARGIN = 0.5;
const cells = (...values: number[]): Cell[] => values.map((value) => ({ ...cell(value), margin: MARGIN }));
const figure = (key: string, of: Cell[], good: Tracked['good'] = 'down'): Tracked => ({
  key,
  cells: of,
  good,
  scale: 100,
});

describe('A run of months', () => {
  it.each([
    ['goes one way to the newest month', [50, 50.3, 50.6, 50.9], 3, 0.9],
    ['starts where the direction turned', [53, 52, 51, 50, 50.3, 50.6, 50.9, 51.3], 4, 1.3],
    ['is not broken by a step the other way within the margin', [50, 50.4, 50.8, 50.6, 51.2, 51.6], 5, 1.6],
    ['goes down as it goes up', [52, 51.7, 51.3, 50.9, 50.4], 4, -1.6],
  ] as const)('%s', (_, values, months, by) => {
    const run = runOf(cells(...values));
    expect(run?.months).toBe(months);
    expect(run?.change.by).toBeCloseTo(by);
  });

  it.each([
    ['is none whose whole change is within the margin', [50, 50.1, 50.2, 50.3, 50.4]],
    ['is broken by a step beyond the margin', [50, 51, 50.4, 50.5, 50.6]],
    ['is not made by one jump among months that only sway', [50, 50.1, 50, 50.1, 50, 52, 51.9, 52, 51.9]],
    ['is none of fewer than three months', [50, 50, 50, 51, 52]],
  ] as const)('%s', (_, values) => {
    expect(runOf(cells(...values))).toBeNull();
  });

  it('ends at a month that is not published, or only about', () => {
    expect(runOf([...cells(50, 51), withheldCell('np'), ...cells(52, 53, 54, 55)])?.months).toBe(3);
    expect(runOf([...cells(50, 51, 52, 53), { ...cell(60), about: 'tens', margin: MARGIN }])).toBeNull();
  });

  it('has a clear whole change, stays on its side of its start, and never falls back by the margin', () => {
    const steps = fc.array(fc.integer({ min: -12, max: 12 }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(steps, (by) => {
        let at = 500;
        const values = [at, ...by.map((step) => (at += step))].map((tenths) => tenths / 10);
        const run = runOf(cells(...values));
        if (run === null) return;
        const of = values.slice(-1 - run.months).map((value) => value * Math.sign(run.change.by));
        expect(run.months).toBeGreaterThanOrEqual(3);
        expect(Math.abs(run.change.by)).toBeGreaterThanOrEqual(MARGIN);
        expect(Math.min(...of)).toBe(of[0]);
        of.forEach((value, i) => expect(Math.max(...of.slice(0, i + 1)) - value).toBeLessThan(MARGIN));
      }),
    );
  });

  it('of a figure upside down is the same run upside down', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 999 }), { minLength: 2, maxLength: 30 }), (values) => {
        const run = runOf(cells(...values));
        const mirrored = runOf(cells(...values.map((value) => 1000 - value)));
        expect(mirrored?.months).toBe(run?.months);
        expect(mirrored?.change.by).toBe(run === null ? undefined : -run.change.by);
      }),
    );
  });
});

describe('What changed', () => {
  const flat = cells(...Array.from({ length: 13 }, () => 50));

  it('tells what got worse first, by its size over its margin, then what got better; each figure once', () => {
    const rise = (by: number) => cells(...Array.from({ length: 13 }, (_, i) => 50 + (i * by) / 12));
    const { told: found } = whatChanged([
      figure('flat', flat),
      figure('much better', rise(-6)),
      figure('a little worse', rise(2)),
      figure('much worse', rise(4)),
      figure('higher is better', rise(3), 'up'),
    ]);
    expect(found.map(({ key, is }) => [key, is])).toEqual([
      ['much worse', 'worse'],
      ['a little worse', 'worse'],
      ['much better', 'better'],
    ]);
  });

  it('tells a rise of late rather than the fall of the year that hides it', () => {
    const of = cells(56, 55, 54, 53, 52, 51, 50, 50.4, 50.8, 51.2, 51.6, 52, 52.4);
    const [one] = whatChanged([figure('balance', of)]).told;
    expect(one).toMatchObject({ is: 'worse', by: 'run', months: 6 });
    expect(one!.others.map(({ months, change }) => [months, change!.by < 0])).toEqual([
      [3, false],
      [12, true],
    ]);
  });

  it('ranks exact figures by the part of their scale, so that stars and points are compared', () => {
    const exact = (from: number, to: number): Cell[] =>
      Array.from({ length: 13 }, (_, i) => cell(from + (i * (to - from)) / 12));
    const { told: found } = whatChanged([
      figure('points', exact(50, 54)),
      { key: 'stars', cells: exact(3.3, 3), good: 'up', scale: 5 },
    ]);
    expect(found.map(({ key }) => key)).toEqual(['stars', 'points']);
  });

  it('says nothing of changes within the margin, nor of figures that are not published', () => {
    const wobble = cells(...Array.from({ length: 13 }, (_, i) => 50 + (i % 2) * 0.4));
    expect(whatChanged([figure('a', wobble), figure('b', [...flat.slice(1), withheldCell('<11')])])).toEqual({
      told: [],
      also: [],
    });
  });

  it('never names a change that is not clear, and never puts what got better before what got worse', () => {
    const series = fc.array(fc.integer({ min: 400, max: 600 }), { minLength: 1, maxLength: 26 });
    fc.assert(
      fc.property(fc.array(series, { maxLength: 6 }), (all) => {
        const figures = all.map((values, i) => figure(String(i), cells(...values.map((tenths) => tenths / 10))));
        const { told, also } = whatChanged(figures);
        expect(told.length).toBeLessThanOrEqual(3);
        expect(told.length === 3 || also.length === 0).toBe(true);
        const found = [...told, ...also];
        expect(new Set(found.map(({ key }) => key)).size).toBe(found.length);
        for (const { key, change, months } of found) {
          expect(change.clear).toBe(true);
          expect(changeOver(figures[Number(key)]!.cells, months)).toEqual(change);
        }
        const order = found.map(({ is }) => is);
        expect(order).toEqual(order.toSorted().toReversed());
      }),
    );
  });
});
