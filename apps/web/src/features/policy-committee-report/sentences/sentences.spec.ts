import { describe, expect, it } from 'vitest';
import { cell, withheldCell, type Cell, type Change } from '../../../portal/analytics/result';
import { adequacySentence, componentSentence } from './component-sentence';
import { fitnessSentence } from './fitness-sentence';
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
