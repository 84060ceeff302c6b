import { describe, expect, it } from 'vitest';
import {
  balanceProblem,
  chooseMember,
  chooseMode,
  chooseOtherPlatform,
  choosePlan,
  emptyForm,
  stillNeeded,
  type FeeForm,
} from './fee-form';
import { activityText, termsText } from './fee-text';

const member = { id: 'm', surname: 'Okafor', givenName: null, login: null, companyName: null, joinDate: null };
const asset = { id: 'T.A', name: 'A' };
const plan = { id: 'T.P1', name: 'Plan' };
const filled: FeeForm = {
  ...emptyForm('2026-11-26'),
  plan,
  member,
  assetId: 'T.A',
  otherPlatform: { id: 'I', name: 'Ironbark' },
  otherAsset: { id: 'I.B', name: 'B' },
};
const fresh: FeeForm = { ...chooseMode(filled, 'new'), name: 'Amara', asset, balance: '$12,500.00' };

describe('choices of the fee comparison', () => {
  it('clear the member and investment A with the plan, and investment B with its platform', () => {
    expect(choosePlan(filled, plan)).toMatchObject({ plan, member: null, assetId: null });
    expect(choosePlan(fresh, plan)).toMatchObject({ plan, asset: null, name: 'Amara' });
    expect(chooseOtherPlatform(filled, asset)).toMatchObject({ otherPlatform: asset, otherAsset: null });
    expect(chooseMember(filled, null)).toMatchObject({ member: null, assetId: null });
  });

  it('clear the other mode’s selection with the member option, and keep investment B', () => {
    expect(chooseMode(filled, 'new')).toMatchObject({ member: null, assetId: null, otherAsset: filled.otherAsset });
    expect(chooseMode(fresh, 'existing')).toMatchObject({ name: '', asset: null, balance: '' });
    expect(chooseMode(filled, 'existing')).toBe(filled);
  });
});

describe('a run', () => {
  it('of an existing member needs a member and investment B', () => {
    expect(stillNeeded(filled)).toEqual([]);
    expect(stillNeeded(emptyForm('2026-11-26'))).toEqual(['a member', 'investment B']);
  });

  it('of a new member needs name, plan, investment A, a balance above 0 and investment B', () => {
    expect(stillNeeded(fresh)).toEqual([]);
    expect(stillNeeded({ ...emptyForm('2026-11-26'), mode: 'new' })).toEqual([
      'a plan',
      'a name',
      'investment A',
      'a balance above $0',
      'investment B',
    ]);
    for (const balance of ['0', '$0.00', '-5', 'much', '']) expect(stillNeeded({ ...fresh, balance })).toHaveLength(1);
  });

  it('says what is wrong with a balance once one is typed', () => {
    expect(balanceProblem({ ...fresh, balance: '' })).toBeUndefined();
    expect(balanceProblem({ ...fresh, balance: '$0.00' })).toBe('Must be above $0');
    expect(balanceProblem({ ...fresh, balance: '1,000,000,001' })).toBe('A balance is at most $1,000,000,000');
    expect(balanceProblem({ ...fresh, balance: '12,500.50' })).toBeUndefined();
    expect(balanceProblem({ ...fresh, balance: 'much' })).toBe('Write dollars and cents, such as 12,500.00');
  });
});

describe('the words of a fee', () => {
  const row = { inDollars: false, amount: '0.15', minDollars: null, maxDollars: null, tierFrom: null, tierTo: null };
  it('name percentages, tiers and limits', () => {
    expect(termsText([{ ...row, maxDollars: 750 }])).toBe('0.15 %, at most $750');
    expect(
      termsText([
        { ...row, amount: '0.2', tierTo: 50_000 },
        { ...row, amount: '0.1', tierFrom: 50_000 },
      ]),
    ).toBe('0.20 % to $50,000, then 0.10 %');
    expect(termsText([row, { ...row, amount: '0.45' }])).toBe('0.15 % and 0.45 %');
    expect(termsText([{ ...row, inDollars: true, amount: '78' }])).toBe('');
  });
  it('say what an activity costs', () => {
    expect(activityText([{ ...row, amount: '0.08' }])).toBe('0.08 % of the amount');
    expect(activityText([{ ...row, inDollars: true, amount: '25' }])).toBe('$25.00 each');
    expect(activityText([])).toBe('none');
  });
});
