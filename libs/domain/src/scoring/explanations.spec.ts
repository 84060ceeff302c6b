import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { explanations } from './explanations.js';
import { scoredAreas } from './super-score.js';

const page = readFileSync(new URL('../../../../docs/scoring.md', import.meta.url), 'utf8');

it('every scored area is explained, and no id occurs twice', () => {
  const ids = explanations.map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining([...scoredAreas]));
  expect(new Set(ids).size).toBe(ids.length);
});

it('the page on scoring says them in the same words, and no others', () => {
  const [, said = ''] = page.split("## In the portal's words");
  const listed = said.split('\n').filter((line) => line.startsWith('- '));
  expect(listed).toEqual(explanations.map(({ title, rule }) => `- **${title}.** ${rule}`));
});
