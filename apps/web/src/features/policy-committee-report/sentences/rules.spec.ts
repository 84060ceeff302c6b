import { describe, expect, it } from 'vitest';
import { cell, changeOf, withheldCell, type Cell } from '../../../portal/analytics/result';
import { asfaSentence } from './asfa-sentence';
import { fitnessSentence, movedSentence } from './fitness-sentence';
import { inBriefSentence } from './in-brief-sentence';
import { overviewSentence, periodsSentence, trendsSentence } from './fund-sentences';
import { glanceSentence, moneySentence } from './small-sentences';
import { partsSentence } from './parts-sentence';
import {
  balancesSentence,
  insuranceSentence,
  membershipSentence,
  mixSentence,
  optionsSentence,
} from './people-sentences';

const np = withheldCell('np');
const few = withheldCell('<11');
const within = (value: number): Cell => ({ ...cell(value), margin: 1 });

/** Plans by what their figures are like; five of a kind each, of which some may not be published. */
const plans: Record<string, readonly Cell[]> = {
  'one group': [cell(40)],
  'one group published': [np, cell(40), few, np, np],
  'all equal': Array.from({ length: 5 }, () => within(40)),
  'nothing published': [np, few, np, np, few],
  falling: [90, 70, 50, 30, 10].map(within),
  rising: [10, 30, 50, 70, 90].map(within),
  'with gaps': [cell(10), np, cell(30), np, cell(20)],
  'at the ends': [0, 0, 100, 100, 50].map(cell),
  none: [],
};

const inDollars = (amount: number) => `$${amount}`;
const months = ['2026-01', '2026-02', '2026-03', '2026-04', '2026-05'];
const values = (cells: readonly Cell[]) => cells.flatMap(({ value }) => value ?? []);

/** Every sentence that follows from several figures of one kind. */
const sentences: Record<string, (cells: readonly Cell[]) => string> = {
  ASFA: (cells) => asfaSentence(values(cells), cells.length),
  fitness: (cells) => fitnessSentence(cells.map((share, i) => ({ concern: `concern ${i}`, share }))),
  moved: (cells) =>
    movedSentence(
      cells.map((score, i) => ({
        name: `Area ${i}`,
        share: changeOf([cells[0]!, score]),
        score,
        scoreChange: changeOf([score, cells[0]!]),
      })),
    ),
  glance: (cells) => glanceSentence(cells[0] ?? np, cells.at(-1) ?? np, cells),
  money: (cells) => moneySentence(cells[0] ?? np, cells, cells.toReversed()),
  'in brief': (cells) => inBriefSentence(cells.at(-1) ?? np, changeOf([...cells]), values(cells).length),
  'overview of short quarters': (cells) => overviewSentence(cells, cells, [1, cells.length - 1]),
  parts: (cells) => partsSentence(cells.map((score, i) => ({ name: `Area ${i}`, score }))),
  overview: (cells) => overviewSentence(cells, cells),
  periods: ([a = np, b = np, c = np]) => periodsSentence({ assets: [a, b, c], own: [a, c] }),
  trends: (cells) => trendsSentence([{ name: 'members', cells, months: months.slice(0, cells.length) }]),
  insurance: ([a = np, ...rest]) => insuranceSentence(a, rest.at(-1) ?? a),
  membership: (cells) => membershipSentence(cells.map((share) => ({ share, are: 'insured', does: 'is insured' }))),
  balances: (cells) =>
    balancesSentence({
      women: cell(90_000),
      men: cell(120_000),
      divided: 'divided',
      gaps: values(cells).map((gap, i) => ({ state: `State ${i}`, gap })),
    }),
  options: (cells) =>
    optionsSentence({ shares: values(cells), total: 100, growth: values(cells)[0] ?? null }, inDollars),
  mix: (cells) =>
    mixSentence({
      lifestage: values(cells)[0] ?? 0,
      partly: values(cells).length < cells.length,
      growthOfLifestage: values(cells)[0] ?? null,
      growthOfChoice: values(cells).at(-1) ?? null,
    }),
};

const cases = Object.entries(sentences).flatMap(([name, of]) =>
  Object.entries(plans).map(([plan, cells]) => ({ name, plan, cells, said: () => of(cells) })),
);

describe.each(cases)('The sentence of $name for a plan: $plan', ({ cells, said }) => {
  it('is one whole sentence, without a figure that is none', () => {
    const sentence = said();
    expect(sentence).toMatch(/^[A-Z0-9$].*\.$/);
    expect(sentence).not.toMatch(/NaN|Infinity|undefined|null|\[object/);
  });

  it('makes no superlative and no ‘every’ of one thing', () => {
    if (values(cells).length === 1) expect(said()).not.toMatch(/\b(widest|largest, |the least|the most|every)\b/);
  });
});
