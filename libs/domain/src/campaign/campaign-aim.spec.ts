import { expect, it } from 'vitest';
import { aimOf, supports } from './campaign-aim.js';

const email = (name: string) => aimOf({ name, campaignType: 'SuperScore email' });

it.each([
  ['Nominate a beneficiary', 'nominatedBeneficiary'],
  ['Check your insurance', 'lifeInsurance'],
  ['Choose how your super is invested', 'investmentApproach'],
  ['Bring your super together', 'accountBalance'],
  ['Is your super on track?', 'retirementAdequacy'],
] as const)('a campaign named %s aims at its area', (name, aim) => expect(email(name)).toBe(aim));

it('a report aims at the score, and any other campaign at members who sign in', () => {
  expect(aimOf({ name: 'Annual report 2025', campaignType: 'SuperScore report' })).toBe('superScore');
  expect(email('Welcome')).toBe('signedIn');
});

it('a word within another does not count', () => expect(email('Discover your portal')).toBe('signedIn'));

it('actions of an area are supported by campaigns about it and by reports', () => {
  expect(supports('lifeInsurance', 'lifeInsurance')).toBe(true);
  expect(supports('superScore', 'lifeInsurance')).toBe(true);
  expect(supports('signedIn', 'lifeInsurance')).toBe(false);
  expect(supports('accountBalance', 'lifeInsurance')).toBe(false);
});
