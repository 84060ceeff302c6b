import { describe, expect, it } from 'vitest';
import { cell, withheldCell, type Cell, type Change } from '../../../portal/analytics/result';
import { adequacySentence, componentSentence } from './component-sentence';
import { fitnessSentence, movedSentence, type MovedArea } from './fitness-sentence';
import { inBriefSentence } from './in-brief-sentence';
import { glanceSentence, moneySentence } from './small-sentences';
import { partsSentence } from './parts-sentence';
import { scoreSentence } from './score-sentence';
import { shareWords, TOO_FEW } from './words';

const change = (by: number, clear = true): Change => ({ by, percent: null, clear, rounded: false });
const least = (value: number): Cell => ({ ...cell(value), about: 'least' });
const tens = (value: number): Cell => ({ ...cell(value), about: 'tens' });
const few = withheldCell('<11');
const np = withheldCell('np');

describe('A share in words', () => {
  it('says on which side of a half it lies', () => {
    expect([48.5, 50, 52.7].map(shareWords)).toEqual([
      'Nearly half of members',
      'Half of members',
      'Just over half of members',
    ]);
  });

  it('is never more than nearly all, and never none', () => {
    expect([0.4, 31.5, 60.5, 99.9].map(shareWords)).toEqual([
      'Very few members',
      'Three members in ten',
      'Six members in ten',
      'Nearly all members',
    ]);
  });
});

describe('The sentence about the score', () => {
  it('says the change, and that the plan is just above the aim', () => {
    expect(scoreSentence(cell(3.04), change(0.1))).toBe(
      'The plan scores 3.04 of 5 stars, 0.10 more than when the period began; it is now just above the aim of three.',
    );
  });

  it('names no change within the margin, and none that is not known', () => {
    expect(scoreSentence(cell(2.4), change(-0.02, false))).toBe(
      'The plan scores 2.40 of 5 stars, not clearly different from when the period began; it is now well below the aim of three.',
    );
    expect(scoreSentence(cell(3), null)).toBe(
      'The plan scores 3.00 of 5 stars; it is now exactly at the aim of three.',
    );
  });

  it('has nothing to say of a score that is not published', () => {
    expect(scoreSentence(np, change(0.1))).toBe(TOO_FEW);
  });
});

describe('The sentence about the fitness of a fund', () => {
  const areas = (...shares: Cell[]) => shares.map((share, i) => ({ concern: `area ${i + 1}`, share }));

  it('names the areas that need attention, the largest first', () => {
    expect(fitnessSentence(areas(cell(48.5), cell(52.7), cell(60.5), cell(31.5), few))).toBe(
      'Three areas need attention: area 3, area 2 and area 1 each touch more than 45% of members.',
    );
    expect(fitnessSentence(areas(cell(45), cell(45.1)))).toBe(
      'One area needs attention: area 2 touches more than 45% of members.',
    );
  });

  it('counts what is known of an approximate share', () => {
    expect(fitnessSentence(areas(least(60), tens(50), few))).toContain('Two areas need attention: area 1 and area 2');
  });

  it('names the largest if none needs attention, and never one that is not published', () => {
    expect(fitnessSentence(areas(np, tens(40), few))).toBe(
      'No area that is published needs attention; area 2 touches about 40\u00a0% of members.',
    );
    expect(fitnessSentence(areas(np, few))).toBe(TOO_FEW);
  });
});

describe('The sentence about the five areas of the score', () => {
  const parts = (...scores: Cell[]) => scores.map((score, i) => ({ name: `Area ${i + 1}`, score }));

  it('names the least and the most', () => {
    expect(partsSentence(parts(cell(0.7), cell(0.35), cell(0.78)))).toBe(
      'Five areas make up to one star each; area 2 gives the least, 0.35, and area 3 the most, 0.78.',
    );
  });

  it('says that it is about the published ones only', () => {
    expect(partsSentence(parts(cell(0.7), np, cell(0.78)))).toMatch(
      /^Of the areas that are published, area 1 gives the least/,
    );
    expect(partsSentence(parts(np, np))).toBe(TOO_FEW);
  });
});

describe('The sentence about an area', () => {
  const figures = { share: cell(48.5), change: change(-4.7), first: cell(53.2), month: '2025-03', score: cell(0.35) };
  const of = (other: Partial<typeof figures> | { share: Cell; change: null }) =>
    componentSentence('have nominated nobody', { ...figures, ...other });

  it('says the share in words and figure, and what it was', () => {
    expect(of({})).toBe('Nearly half of members, 48.5%, have nominated nobody; it was 53.2% in March 2025.');
  });

  it('says that nothing has clearly changed', () => {
    expect(of({ change: change(0.2, false) })).toBe(
      'Nearly half of members, 48.5%, have nominated nobody; nothing has clearly changed since March 2025.',
    );
  });

  it('says no more than what is published', () => {
    expect(of({ share: least(60), change: null })).toBe('About 60% of members or more have nominated nobody.');
    expect(of({ share: few })).toBe('Fewer than about 11 members, even none, have nominated nobody.');
    expect(of({ share: np })).toBe(
      'Members score 0.35 of one star here; how many have nominated nobody is not published.',
    );
    expect(of({ share: np, score: np })).toBe(TOO_FEW);
  });

  it('tells what the Age Pension changes, where both shares are published', () => {
    expect(adequacySentence({ ...figures, share: cell(1.3) }, cell(73.8))).toBe(
      'Counting the Age Pension nearly all members reach the Modest standard at 67; on super alone about seven in ten do not.',
    );
    expect(adequacySentence({ ...figures, share: cell(1.3), change: null }, np)).toBe(
      'Very few members, 1.3%, are projected to live below the Modest standard at 67.',
    );
    expect(adequacySentence({ ...figures, share: cell(1.3), change: null }, cell(3.4))).toBe(
      'Very few members, 1.3%, are projected to live below the Modest standard at 67.',
    );
  });
});

describe('What moved, below the areas', () => {
  const change = (by: number, clear = true) => ({ by, percent: null, clear, rounded: false });
  const area = (name: string, of: Partial<MovedArea>): MovedArea => ({
    name,
    share: change(0.1, false),
    score: cell(0.6),
    scoreChange: change(0, false),
    ...of,
  });

  it('names the score that moved clearly where no share did, as the area’s own page does', () => {
    expect(
      movedSentence([
        area('Nominated beneficiary', { scoreChange: change(0.05), score: cell(0.45) }),
        area('Account balance', {}),
      ]),
    ).toBe(
      'No share of an area changed by more than its margin. The average score in nominated beneficiary rose by more than its margin. Nominated beneficiary has the lowest score, the only one under 0.5.',
    );
  });

  it('tells better from worse by what is measured, and one from several', () => {
    const said = movedSentence([
      area('Account balance', { share: change(-3) }),
      area('Life insurance', { share: change(-2), scoreChange: change(-0.04) }),
      area('Investment approach', { share: change(4) }),
    ]);
    expect(said).toContain('The shares in account balance and life insurance improved by more than the margin.');
    expect(said).toContain('The share in investment approach worsened by more than the margin.');
    expect(said).toContain('The average score in life insurance fell by more than its margin.');
    // All three score the same, so none is the lowest.
    expect(said).not.toContain('lowest');
  });

  it('does not say that nothing changed where no change is known', () => {
    expect(movedSentence([area('Account balance', { share: null, scoreChange: null })])).toBe(
      'How shares changed is not published.',
    );
  });
});

describe('In brief', () => {
  const change = (by: number, clear: boolean) => ({ by, percent: null, clear, rounded: false });

  it('says the score, its clear change, and how many matters would move it', () => {
    expect(inBriefSentence(cell(3.04), change(0.1, true), 3)).toBe(
      'The plan scores 3.04 of 5 stars, 0.10 more than when the period began; three matters would move it most.',
    );
    expect(inBriefSentence(cell(3.04), change(0.1, false), 1)).toBe(
      'The plan scores 3.04 of 5 stars, no clear change since the period began; one matter would move it most.',
    );
    expect(inBriefSentence(cell(3.04), null, 0)).toBe(
      'The plan scores 3.04 of 5 stars; nothing that is published would clearly move it.',
    );
    expect(inBriefSentence(np, null, 2)).toBe('The plan’s score is not published; what is published follows.');
  });
});

describe('The sentences of a small plan', () => {
  it('count the published areas in which many may need help', () => {
    const of = (...shares: Cell[]) => glanceSentence(cell(2.93), cell(25), shares);
    expect(of(least(60), tens(50), few, few, tens(40))).toBe(
      'The plan scores 2.93 of 5 stars; in two of three published areas more than 45% of its 25 members may need help.',
    );
    expect(of(least(60), tens(50), few)).toContain('in both published areas more than 45%');
    expect(of(least(60), few)).toContain('in the one published area more than 45%');
    expect(of(tens(10), tens(20))).toContain('in no area may more than 45% of its 25 members need help.');
    expect(of(few, np)).toBe('The plan scores 2.93 of 5 stars; how many members may need help is not published.');
    expect(glanceSentence(np, np, [few])).toBe(TOO_FEW);
  });

  it('set what the employer paid in beside the same quarters a year before', () => {
    const cells = (...values: number[]) => values.map(cell);
    expect(moneySentence(cell(2_120_000), cells(54, 55, 57, 58), cells(51, 52, 52, 53))).toBe(
      'Assets came to $2.1 million; the employer paid in more in each of four quarters than in the same quarter a year before.',
    );
    expect(moneySentence(cell(2_120_000), cells(54, 55), cells(55, 52))).toContain('in one of two quarters');
    expect(moneySentence(cell(2_120_000), cells(54), cells(55))).toContain('in none of one quarter');
    expect(moneySentence(cell(2_120_000), cells(54, 55), [np])).toBe('Assets came to $2.1 million.');
  });
});
