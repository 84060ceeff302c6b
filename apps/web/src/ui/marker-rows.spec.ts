import { expect, it } from 'vitest';
import { markerRows } from './marker-rows';

it('Markers stand in one row where none touch, and under each other where they would', () => {
  expect(markerRows([0, 2, 5], 2)).toEqual([0, 0, 0]);
  expect(markerRows([0, 1, 2], 2)).toEqual([0, 1, 0]);
  expect(markerRows([3, 4, 5, 9], 3)).toEqual([0, 1, 2, 0]);
});
