import { describe, expect, it } from 'vitest';
import { nominatedBeneficiary } from './nominated-beneficiary.js';
import { typicalMember } from './typical-member.js';

const asAt = '2024-02-29';
const member = (nomination: object) => ({ ...typicalMember, nominationDate: null, ...nomination });
const result = (nomination: object) => nominatedBeneficiary(member(nomination), asAt);

describe('a nominated beneficiary', () => {
  it.each([
    ['valid binding', { beneficiaryNominationType: 'Binding', nominationDate: '2023-01-01' }, 1, '1|Binding'],
    ['non-binding', { beneficiaryNominationType: 'Non-binding' }, 0.6, '2|Non-binding'],
    [
      'expired binding',
      { beneficiaryNominationType: 'Binding', nominationDate: '2020-01-01' },
      0.4,
      '3|Expired binding',
    ],
    ['none', { beneficiaryNominationType: 'None' }, 0, '4|None'],
    ['not given', { beneficiaryNominationType: null }, null, null],
    ['undated binding', { beneficiaryNominationType: 'Binding' }, 1, '1|Binding'],
  ])('that is %s scores its points', (_, nomination, points, type) => {
    expect(result(nomination)).toMatchObject({ points, type });
  });

  it.each([
    ['2021-02-28', true, true],
    ['2021-03-01', true, false],
    ['2021-02-28', null, true],
    ['2021-02-28', false, false],
    ['2030-01-01', true, false],
  ])('bound on %s, lapsing %s, has expired on 29 February 2024: %s', (nominationDate, nominationLapsing, expired) => {
    expect(result({ beneficiaryNominationType: 'Binding', nominationDate, nominationLapsing }).expired).toBe(expired);
  });

  it('nominated on 29 February lapses after 28 February three years later', () => {
    const leap = member({ beneficiaryNominationType: 'Binding', nominationDate: '2020-02-29' });
    expect(nominatedBeneficiary(leap, '2023-02-28').expired).toBe(false);
    expect(nominatedBeneficiary(leap, '2023-03-31').expired).toBe(true);
  });

  it('of another kind never expires, and an unknown kind has no answer', () => {
    expect(result({ beneficiaryNominationType: 'Non-binding', nominationDate: '2010-01-01' }).expired).toBe(false);
    expect(result({ beneficiaryNominationType: 'None', nominationDate: '2010-01-01' }).expired).toBe(false);
    expect(result({ beneficiaryNominationType: null })).toEqual({
      points: null,
      type: null,
      expired: null,
      validated: null,
    });
  });
});

describe('a nomination is validated', () => {
  const binding = { beneficiaryNominationType: 'Binding', nominationDate: '2023-01-01' };
  it.each([
    ['by a valid validation after it', { latestValidation: { on: '2023-02-01', valid: true } }, true],
    ['by one on the same day', { latestValidation: { on: '2023-01-01', valid: true } }, true],
    ['not by one of an earlier nomination', { latestValidation: { on: '2022-12-31', valid: true } }, false],
    ['not when the latest found it invalid', { latestValidation: { on: '2023-02-01', valid: false } }, false],
    ['not without any', { latestValidation: null }, false],
  ])('%s', (_, validation, validated) => expect(result({ ...binding, ...validation }).validated).toBe(validated));

  it('never when there is none or it has expired', () => {
    const latestValidation = { on: '2024-01-01', valid: true };
    expect(result({ beneficiaryNominationType: 'None', latestValidation }).validated).toBe(false);
    expect(
      result({ beneficiaryNominationType: 'Binding', nominationDate: '2020-01-01', latestValidation }).validated,
    ).toBe(false);
    expect(result({ beneficiaryNominationType: 'Non-binding', latestValidation }).validated).toBe(true);
  });
});
