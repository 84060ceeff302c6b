import { expect, it } from 'vitest';
import { evenTicks, ticksApart } from './axis';
import { number } from './format';

const percent = (value: number) => `${value.toFixed(1)}%`;

it('levels of figures that hardly differ read differently', () => {
  for (const [low, high] of [
    [2.8, 2.8],
    [2.78, 2.83],
    [0, 0],
    [-0.01, 0.01],
  ] as const) {
    const levels = ticksApart(low, high, percent);
    expect(new Set(levels.map(percent)).size).toBe(levels.length);
    expect(levels.length).toBeGreaterThan(1);
    expect([levels[0]! <= low, levels.at(-1)! >= high]).toEqual([true, true]);
    expect(levels[0]! < 0).toBe(low < 0);
  }
});

it('levels are as far apart as they read', () => {
  const stars = (value: number) => value.toFixed(2);
  expect(evenTicks(2.98, 3.07, stars).map(stars)).toEqual(['2.95', '3.00', '3.05', '3.10']);
  expect(ticksApart(2.98, 3.07, stars).map(stars)).toEqual(['2.95', '3.00', '3.05', '3.10']);
  expect(evenTicks(0, 100, percent)).toEqual([0, 25, 50, 75, 100]);
  expect(evenTicks(-0.09, 0.01, (value) => `${value < 0 ? '−' : ''}${stars(Math.abs(value))}`)).toEqual([
    -0.1, -0.05, 0, 0.05,
  ]);
});

it('levels of whole numbers are whole', () => {
  expect(ticksApart(120, 121, number).map((level) => number(level))).toEqual([
    '118',
    '119',
    '120',
    '121',
    '122',
    '123',
  ]);
});

it('levels of shares end at the whole', () => {
  expect(ticksApart(100, 100, percent, 100).at(-1)).toBe(100);
});

it('levels that always read alike are drawn all the same', () => {
  expect(ticksApart(1, 2, () => 'all').length).toBeGreaterThan(1);
});

it('levels of figures that differ are as close as they can be read', () => {
  expect(ticksApart(55.2, 57.9, percent)).toEqual([55, 56, 57, 58]);
});
