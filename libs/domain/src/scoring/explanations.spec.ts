import { expect, it } from 'vitest';
import { explanations } from './explanations.js';
import { scoredAreas } from './super-score.js';

it('every scored area is explained, and no id occurs twice', () => {
  const ids = explanations.map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining([...scoredAreas]));
  expect(new Set(ids).size).toBe(ids.length);
});
