import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { actions } from './actions.js';
import { explanations } from './explanations.js';
import { scoredAreas } from './super-score.js';

const page = readFileSync(new URL('../../../../docs/scoring.md', import.meta.url), 'utf8');

it('every scored area is explained, and no id occurs twice', () => {
  const ids = explanations.map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining([...scoredAreas]));
  expect(new Set(ids).size).toBe(ids.length);
});

it('the page on scoring has exactly these explanations', () => {
  const [, said = ''] = page.split("## In the portal's words");
  const listed = said.split('\n').filter((line) => line.startsWith('- '));
  expect(listed).toEqual(explanations.map(({ title, rule }) => `- **${title}.** ${rule}`));
});

it('the page on scoring lists every action with the code’s assumptions', () => {
  const [, said = ''] = page.split('## What would move the score');
  const rows = said
    .split('## ')[0]!
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(2);
  const cells = rows.map((row) => row.split('|').map((cell) => cell.trim()));
  expect(cells.map(([, ...of]) => of.slice(0, 4))).toEqual(
    Object.values(actions).map(({ label, area, concerned, assumes }) => [label, area, concerned, assumes]),
  );
});
