import { expect, it } from 'vitest';
import { bridges, components, type Edge } from './graph.js';

const edge = (from: number, to: number, backward = true): Edge => ({ from, to, forward: true, backward });

it('nodes are together where each can be reached from the other', () => {
  const circle = [edge(0, 1, false), edge(1, 2, false), edge(2, 0, false)];
  const [zero, one, two, three, four] = components(5, [...circle, edge(2, 3, false), edge(3, 4)]);
  expect([one, two]).toEqual([zero, zero]);
  expect(three).toBe(four);
  expect(three).not.toBe(zero);
});

it('a bridge is the only way between its ends, whichever way the edges go', () => {
  const square = [edge(0, 1), edge(1, 2, false), edge(2, 3), edge(3, 0)];
  const bridge = edge(3, 4, false);
  const twice = [edge(4, 5), edge(5, 4)];
  const last = edge(6, 5);
  expect(bridges(8, [...square, bridge, ...twice, last])).toEqual(expect.arrayContaining([bridge, last]));
  expect(bridges(8, [...square, bridge, ...twice, last])).toHaveLength(2);
});
