import { describe, expect, it } from 'vitest';
import { memberOption as member } from '../../test/member-option';
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
import { activityText, termsText } from '../../portal/fees/fee-text';

const today = '2026-11-26';
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
const fresh: FeeForm = { ...chooseMode(filled, 'new', today), name: 'Amara', asset, balance: '$12,500.00' };

describe('choices of the fee comparison', () => {
  it('clear the member and investment A with the plan, and investment B with its platform', () => {
    expect(choosePlan(filled, plan, today)).toMatchObject({ plan, member: null, assetId: null });
    expect(choosePlan(fresh, plan, today)).toMatchObject({ plan, asset: null, name: 'Amara' });
    expect(chooseOtherPlatform(filled, asset)).toMatchObject({ otherPlatform: asset, otherAsset: null });
    expect(chooseMember(filled, null, today)).toMatchObject({ member: null, assetId: null });
  });

  it('clear the day of fees with the member it was chosen for, and no other', () => {
    const earlier = { ...filled, feesAsAt: '2025-06-30' };
    expect(chooseMember(earlier, null, today)).toMatchObject({ member: null, feesAsAt: today });
    expect(chooseMember(earlier, { ...member, id: 'n' }, today)).toMatchObject({ feesAsAt: today });
    expect(chooseMember({ ...earlier, member: null }, member, today)).toMatchObject({ member, feesAsAt: '2025-06-30' });
  });

  it('clear with another plan what belonged to the member of the plan before', () => {
    const other = { id: 'I.P9', name: 'Other plan' };
    const earlier = { ...filled, feesAsAt: '2025-06-30' };
    for (const next of [other, null])
      expect(choosePlan(earlier, next, today)).toEqual({
        ...emptyForm(today),
        plan: next,
        otherPlatform: filled.otherPlatform,
        otherAsset: filled.otherAsset,
      });
    const typed = { ...fresh, feesAsAt: '2025-06-30' };
    for (const next of [other, null])
      expect(choosePlan(typed, next, today)).toEqual({
        ...typed,
        plan: next,
        asset: null,
        balance: '',
        feesAsAt: today,
      });
    // Nobody was of a plan before there was one.
    expect(choosePlan({ ...earlier, member: null }, other, today)).toMatchObject({ feesAsAt: '2025-06-30' });
    expect(choosePlan({ ...typed, plan: null, asset: null }, other, today)).toMatchObject({
      balance: '$12,500.00',
      feesAsAt: '2025-06-30',
    });
  });

  it('clear the day of fees with the member of the other mode, and no other day', () => {
    const feesAsAt = '2025-06-30';
    expect(chooseMode({ ...filled, feesAsAt }, 'new', today)).toMatchObject({ feesAsAt: today });
    expect(chooseMode({ ...fresh, feesAsAt }, 'existing', today)).toMatchObject({ feesAsAt: today });
    const nobody = { ...filled, member: null, assetId: null, feesAsAt };
    expect(chooseMode(nobody, 'new', today)).toMatchObject({ feesAsAt });
    const unnamed: FeeForm = { ...nobody, mode: 'new' };
    expect(chooseMode(unnamed, 'existing', today)).toMatchObject({ feesAsAt });
    for (const typed of [{ name: 'Amara' }, { balance: '1' }, { asset }])
      expect(chooseMode({ ...unnamed, ...typed }, 'existing', today)).toMatchObject({ feesAsAt: today });
  });

  it('clear the other mode’s selection with the member option, and keep investment B', () => {
    expect(chooseMode(filled, 'new', today)).toMatchObject({
      member: null,
      assetId: null,
      otherAsset: filled.otherAsset,
    });
    expect(chooseMode(fresh, 'existing', today)).toMatchObject({ name: '', asset: null, balance: '' });
    expect(chooseMode(filled, 'existing', today)).toBe(filled);
  });
});

describe('a run', () => {
  it('of an existing member needs a member and investment B', () => {
    expect(stillNeeded(filled, today)).toEqual([]);
    expect(stillNeeded(emptyForm('2026-11-26'), today)).toEqual(['a member', 'investment B']);
  });

  it('is for a member of the plan, and for a day that the field shows no error of', () => {
    expect(stillNeeded({ ...filled, member: { ...member, leftOn: '2026-10-15' } }, today)).toEqual([
      'a member who is in the plan',
    ]);
    for (const feesAsAt of ['1992-06-30', '2026-11-27'])
      expect(stillNeeded({ ...filled, feesAsAt }, today)).toEqual(['a day that has fees']);
    for (const feesAsAt of ['1992-07-01', today]) expect(stillNeeded({ ...filled, feesAsAt }, today)).toEqual([]);
  });

  it('of a new member needs name, plan, investment A, a balance above 0 and investment B', () => {
    expect(stillNeeded(fresh, today)).toEqual([]);
    expect(stillNeeded({ ...emptyForm('2026-11-26'), mode: 'new' }, today)).toEqual([
      'a plan',
      'a name',
      'investment A',
      'a balance above $0',
      'investment B',
    ]);
    for (const balance of ['0', '$0.00', '-5', 'much', ''])
      expect(stillNeeded({ ...fresh, balance }, today)).toHaveLength(1);
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
