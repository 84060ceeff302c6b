import { describe, expect, it } from 'vitest';
import { cell, withheldCell, type Cell } from '../../portal/analytics/result';
import { nothingChangedText, restText, sentenceOf, shortOf } from './changed-sentence';
import type { TrackedFigures } from './use-tracked';
import { whatChanged, type Tracked } from './what-changed';

const months = (count: number) =>
  Array.from(
    { length: count },
    (_, i) => `${2025 + Math.floor((i + 9) / 12)}-${String(((i + 9) % 12) + 1).padStart(2, '0')}`,
  );
const flat = (count: number, of: Cell = { ...cell(50), margin: 0.5 }): Cell[] =>
  Array.from({ length: count }, () => of);
const tracked = (count: number, ...cells: Cell[][]): TrackedFigures => ({
  months: months(count),
  figures: cells.map((each, i): Tracked => ({ key: String(i), cells: each, good: 'down', scale: 100 })),
});
const risen = (key: string, more: Partial<Cell> = {}) => {
  const of: TrackedFigures = {
    months: months(13),
    figures: [
      {
        key,
        good: 'down',
        scale: 100,
        cells: [{ ...cell(30), ...more }, ...flat(12, { ...cell(50), margin: 0.5, ...more })],
      },
    ],
  };
  const [changed] = whatChanged(of.figures).told;
  return { sentence: sentenceOf(changed!, of), short: shortOf(changed!, of) };
};

describe('A sentence of what changed', () => {
  it.each([
    ['nominatedBeneficiary', 'A larger share of members has no nominated beneficiary than a year ago'],
    ['accountBalance', 'A larger share of members has a low account balance than a year ago'],
    ['lifeInsurance', 'A larger share of members has inadequate life insurance than a year ago'],
    ['investmentApproach', 'A larger share of members has an unsuitable investment than a year ago'],
    ['retirementAdequacy', 'A larger share of members is heading for less than Modest in retirement than a year ago'],
  ])('is said of a share of members: %s', (key, lead) => {
    expect(risen(key).sentence.lead).toBe(lead);
  });

  it('gives a rounded change without a sign or decimals, as about', () => {
    const { sentence, short } = risen('accountBalance', { about: 'tens' });
    expect(sentence.by).toBe('about 20 pp');
    expect(short).toBe('a larger share of members has a low account balance than a year ago (about 20 pp)');
  });
});

describe('Where no sentence is told, the card', () => {
  it('says that nothing changed, over what there is', () => {
    expect(nothingChangedText(tracked(13, flat(13)), false)).toBe(
      'Nothing changed by more than its margin, over 3 or 12 months.',
    );
    expect(nothingChangedText(tracked(5, flat(5)), false)).toBe(
      'Nothing changed by more than its margin, over 3 months; figures go back to October 2025.',
    );
    expect(nothingChangedText(tracked(13, [withheldCell('np'), ...flat(12)]), false)).toBe(
      'Nothing changed by more than its margin, over 3 months; figures of a year ago are not published.',
    );
  });

  it('says of exact figures that nothing changed, since they have no margin', () => {
    expect(nothingChangedText(tracked(13, flat(13, cell(50))), true)).toBe('Nothing changed, over 3 or 12 months.');
  });

  it('claims nothing of figures that are not published', () => {
    const hidden = flat(13, withheldCell('np'));
    expect(nothingChangedText(tracked(13, hidden, hidden), false)).toBe(
      'Whether anything changed cannot be told: too little of these months is published.',
    );
    expect(nothingChangedText(tracked(13, flat(13), hidden), false)).toBe(
      'Nothing that is published changed by more than its margin, over 3 or 12 months.',
    );
  });
});

it('The rest says what did not change and what is not published, each for itself', () => {
  const [still, hidden] = [{ cells: flat(13) }, { cells: flat(13, withheldCell('<11')) }];
  expect(restText([still, still], false)).toBe('Two other figures did not change by more than the margin.');
  expect(restText([still, hidden], false)).toBe(
    'One other figure did not change by more than the margin. Of one other figure too little is published to tell.',
  );
  expect(restText([{ cells: flat(13, cell(50)) }], true)).toBe('One other figure did not change.');
  expect(restText([], false)).toBe('');
});
