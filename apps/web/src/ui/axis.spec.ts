import { expect, it } from 'vitest';
import { ticksApart } from './axis';

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

it('levels of figures that differ are as close as they can be read', () => {
  expect(ticksApart(55.2, 57.9, percent)).toEqual([55, 56, 57, 58]);
});
