import { describe, expect, it } from 'vitest';
import { differenceOf, inCommon, mayHaveLostDigits, numberSkeleton } from './number-writing.js';

describe('the skeleton of a member number', () => {
  it.each([
    ['00123', '123', 'leading zeros'],
    ['M00123', 'M123', 'leading zeros'],
    ['ab12', 'AB12', 'case'],
    ['１２３', '123', 'width and signs'],
    ['٠٠١٢٣', '00123', 'width and signs'],
    ['7704 0182', '7704-0182', 'width and signs'],
    ['7704O182', '77040182', 'letters that look alike'],
    ['l23', '123', 'letters that look alike'],
    ['I23', '123', 'letters that look alike'],
    ['МК12', 'MK12', 'letters that look alike'],
    ['ΑΕ12', 'AE12', 'letters that look alike'],
    ['S12', '512', 'letters that look alike'],
    ['OO12', '12', 'leading zeros and letters that look alike'],
  ])('is the same of %s and %s, which differ in %s', (a, b, difference) => {
    expect(numberSkeleton(a)).toBe(numberSkeleton(b));
    expect(differenceOf(a, b)).toBe(difference);
    expect(differenceOf(b, a)).toBe(difference);
  });

  it.each([
    ['123', '1230'],
    ['100', '10'],
    ['A12', 'C12'],
    ['1204', '124'],
  ])('is another one of %s and %s', (a, b) => expect(numberSkeleton(a)).not.toBe(numberSkeleton(b)));
});

describe('a number that a spreadsheet may have shortened', () => {
  it('has 15 digits or more and ends in a zero', () => {
    for (const number of ['123456789012340', '7704018266040000', '7704 0182 6604 0000'])
      expect(mayHaveLostDigits(number)).toBe(true);
    for (const number of ['12345678901230', '123456789012345', 'A23456789012340', '7704018266040001'])
      expect(mayHaveLostDigits(number)).toBe(false);
  });
});

describe('two people', () => {
  const sian = { surname: 'Whitlam', givenName: 'Siân', dateOfBirth: '1988-02-28' };

  it('have a name in common in whatever form it is typed, a birth date, or both', () => {
    expect(inCommon(sian, { ...sian, surname: 'WHITLAM', givenName: 'Sian' })).toBe('name and birth date');
    expect(inCommon(sian, { ...sian, dateOfBirth: null })).toBe('name');
    expect(inCommon(sian, { surname: null, givenName: null, dateOfBirth: '1988-02-28' })).toBe('birth date');
  });

  it('have nothing in common that is not known', () => {
    const nobody = { surname: null, givenName: null, dateOfBirth: null };
    expect(inCommon(nobody, nobody)).toBeNull();
    expect(inCommon(sian, { ...sian, givenName: 'Rhys', dateOfBirth: '1990-01-01' })).toBeNull();
  });
});
