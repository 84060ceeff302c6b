import { describe, expect, it } from 'vitest';
import { cell, withheldCell, type Cell } from '../../../portal/analytics/result';
import { asfaSentence } from './asfa-sentence';
import { contactsSentence } from './contacts-sentence';
import {
  balancesSentence,
  insuranceSentence,
  membershipSentence,
  mixSentence,
  optionsSentence,
  unshownSentence,
} from './people-sentences';
import { rankingSentence } from './ranking-sentence';
import { TOO_FEW } from './words';

const np = withheldCell('np');
const within = (value: number, margin: number): Cell => ({ ...cell(value), margin });

describe('The sentence about insurance', () => {
  it('sets those with enough cover beside the insured', () => {
    expect(insuranceSentence(cell(78.4), cell(32.5))).toBe(
      'Eight members in ten are insured, yet only one in three has cover that meets the estimated need.',
    );
  });

  it('says no more than what is published', () => {
    expect(insuranceSentence({ ...cell(60), about: 'least' }, np)).toBe('About 60% of members or more are insured.');
    expect(insuranceSentence(np, cell(32.5))).toBe(TOO_FEW);
  });
});

describe('The sentence about members', () => {
  const held = (share: Cell, are: string, does: string) => ({ share, are, does });

  it('names what most have, then what the fewest have', () => {
    expect(
      membershipSentence([
        held(cell(80.5), 'insured', 'is insured'),
        held(cell(9.4), 'sacrificing salary', 'sacrifices salary'),
        held(cell(87.5), 'reachable by email', 'is reachable by email'),
      ]),
    ).toBe('Most members are insured and reachable by email; fewer than one in ten sacrifices salary.');
  });

  it('leaves out what is not published', () => {
    expect(membershipSentence([held(np, 'insured', 'is insured')])).toBe(TOO_FEW);
  });
});

describe('The sentence about women’s and men’s balances', () => {
  const balances = { women: within(96_300, 1000), men: within(122_800, 1000), divided: 'divided' as const };

  it('says who holds less, and where the gap is widest', () => {
    expect(
      balancesSentence({
        ...balances,
        gaps: [
          { state: 'Victoria', gap: 19 },
          { state: 'Western Australia', gap: 27 },
        ],
      }),
    ).toBe(
      'Women hold $96,300 on average, 22% less than men with $122,800; the gap is widest in Western Australia, 27%.',
    );
  });

  it('says that they hold about the same within the margin', () => {
    expect(
      balancesSentence({ women: within(100_000, 3000), men: within(102_000, 3000), divided: 'divided', gaps: [] }),
    ).toBe('Women and men hold about the same.');
  });

  it('says why a small plan is not divided', () => {
    expect(balancesSentence({ ...balances, divided: 'small', gaps: [] })).toMatch(
      /^A plan of fewer than 30 members is not divided/,
    );
  });

  it('does not call a plan small whose members are spread too thinly over the states', () => {
    expect(balancesSentence({ ...balances, divided: 'few', gaps: [] })).toMatch(
      /^No state has a group of women or men large enough/,
    );
  });
});

describe('The sentences about investments', () => {
  it('count the options that hold more than half', () => {
    const options = { shares: [19.8, 18.6, 15, 14.2], total: 150_200_000, growth: 73.1 };
    expect(optionsSentence(options, () => '$150.2 million')).toBe(
      'Three options hold more than half of the plan’s $150.2 million; 73% of published balances are in growth investments.',
    );
  });

  it('count no more options than are published where these hold less than half', () => {
    const less = { shares: [21.4, 12.6, 6], total: 9_400_000, growth: null };
    expect(optionsSentence(less, () => '$9.4 million')).toBe(
      'The three largest options hold 40% of the plan’s $9.4 million.',
    );
    expect(optionsSentence({ ...less, shares: [21.4] }, () => '$9.4 million')).toBe(
      'The largest option holds 21% of the plan’s $9.4 million.',
    );
  });

  const whole = { partly: false };

  it('compare the growth of those who choose', () => {
    expect(mixSentence({ ...whole, lifestage: 61.4, growthOfLifestage: 72.6, growthOfChoice: 73.9 })).toBe(
      'Six dollars in ten are in lifestage options, which lower growth with age; those who choose for themselves hold nearly the same mix.',
    );
    expect(mixSentence({ ...whole, lifestage: 61.4, growthOfLifestage: 72, growthOfChoice: 60 })).toMatch(
      /hold less growth\.$/,
    );
    expect(mixSentence({ ...whole, lifestage: 0, growthOfLifestage: null, growthOfChoice: 60 })).toBe(
      'Hardly a dollar is in lifestage options.',
    );
  });

  it('say so where they are about a part of the assets, or about none', () => {
    expect(mixSentence({ partly: true, lifestage: 61.4, growthOfLifestage: null, growthOfChoice: null })).toBe(
      'Of what can be shown, six dollars in ten are in lifestage options, which lower growth with age.',
    );
    expect(unshownSentence(9_400_000, () => '$9.4 million')).toBe(
      'What the plan’s $9.4 million are invested in is not published: too few members hold most of its options.',
    );
  });
});

describe('The sentence about the rank', () => {
  it('says the quartile and the points', () => {
    expect(rankingSentence(167.2, '2ND', 41)).toBe(
      'The plan stands in the second quartile of 41 plans, with 167 of 300 points; more than 150 earns the trophy, more than 225 the top quartile.',
    );
  });

  it('has nothing to say without a sum', () => {
    expect(rankingSentence(null, null, 41)).toBe(TOO_FEW);
  });
});

describe('The sentence about ASFA’s targets', () => {
  const target = 'the ASFA target for a comfortable retirement';
  it('says how many birth groups are below, and how far', () => {
    expect(asfaSentence([43, 60.2, 55], 3)).toBe(
      `In every birth group the average balance is below ${target}: between 43% and 60% of it.`,
    );
    expect(asfaSentence([99.2, 104, 130], 3)).toBe(
      `In one of three birth groups the average balance is below ${target}: 99% of it.`,
    );
    expect(asfaSentence([43, 60.2], 10)).toBe(
      `In every published birth group the average balance is below ${target}: between 43% and 60% of it.`,
    );
    expect(asfaSentence([101, 100], 2)).toBe(`In no birth group is the average balance below ${target}.`);
  });

  it('says that nothing is published', () => expect(asfaSentence([], 10)).toBe(TOO_FEW));
});

describe('The sentence about contacts', () => {
  it('names the relationship manager, or else a number', () => {
    expect(contactsSentence('Amelia Rowntree', [])).toBe(
      'Amelia Rowntree looks after your plan: ask here first, whatever the question.',
    );
    expect(contactsSentence(null, [{ phone: null }, { phone: '1800 975 701' }])).toBe(
      'Call 1800 975 701 about your plan.',
    );
    expect(contactsSentence(null, [])).toBe('These people look after your plan.');
  });
});
