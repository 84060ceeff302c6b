import { figuresIn } from '@superscope/api/reports/report-figures';
import { keptFigures, type KeptFigures } from '@superscope/contracts/kept-figures';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { unwordedFigures } from '../pdf/unworded-figures.js';

const made = JSON.parse(readFileSync(new URL('report-of-first-rules.json', import.meta.url), 'utf8')) as {
  figures: KeptFigures;
};
const kept = keptFigures.parse(made.figures);
const names = kept.figures.flatMap(figuresIn).map(({ name }) => name);

it('names each figure of a made report in the words of the report', () => {
  expect(unwordedFigures(kept)).toEqual([]);
  for (const name of [
    'Approaching the concessional cap, No, 31/12/2025',
    'Approaching the concessional cap, not known, 31/12/2025',
    'Beneficiary nomination, Non-binding, 31/12/2025',
    'SuperScore, Nominated Beneficiary',
  ])
    expect(names).toContainEqual(expect.stringContaining(name.replace(', 31/12/2025', '')));
  expect(names).toContain('Approaching the concessional cap, No, 31/12/2025');
});

it('gives different figures of one answer different names', () => {
  const repeated = kept.figures.flatMap((figure) => {
    const own = figuresIn(figure).map(({ name, month, key }) => ({ name, month, key }));
    return own.filter(({ name, month, key }) =>
      own.some((other) => other.name === name && other.month === month && other.key !== key),
    );
  });
  expect(repeated).toEqual([]);
});
