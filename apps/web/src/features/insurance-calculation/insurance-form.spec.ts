import type { InsuranceQuotation, InsuredMember } from '@superscope/contracts/insurance-calculation';
import { describe, expect, it } from 'vitest';
import {
  changedFields,
  chooseCompany,
  chooseEarlier,
  chooseMember,
  chooseMode,
  dollarsProblem,
  emptyForm,
  hasWrongDay,
  requestOf,
  shownForm,
  stillNeeded,
  type InsuranceForm,
} from './insurance-form';
import { memberOption as member } from '../../test/member-option';
import { aboveLimitText, categoryText, factorsText } from '../../portal/insurance/insurance-text';

const company = { id: 'T.E1', name: 'Kestrel', plan: { id: 'T.P1', name: 'Kestrel Super Plan' } };
const insured: InsuredMember = {
  memberId: 'm',
  memberName: 'Dara Okafor',
  companyId: 'T.E1',
  companyName: 'Kestrel',
  plan: company.plan,
  platform: { id: 'T', name: 'Tallowood' },
  memberCategory: 'STAFF',
  salary: 92_000,
  balance: null,
  dateOfBirth: '1982-08-14',
  occupationGroup: 'White collar',
  gender: 'Male',
  state: 'VIC',
  asAt: '2026-10-31',
  currentInsurance: {
    deathCover: null,
    deathPremium: null,
    tpdCover: null,
    tpdPremium: null,
    sciCover: null,
    sciPremium: null,
  },
  quotedBefore: [],
};
const today = '2026-11-26';
const existing: InsuranceForm = { ...emptyForm(today), company, member };
const fresh: InsuranceForm = {
  ...chooseMode(existing, 'new', today),
  name: 'Amara Nwosu',
  dateOfBirth: '1990-02-03',
  gender: 'Female',
  salary: '$80,000',
  category: 'STAFF',
  occupationGroup: 'Standard',
  state: 'NSW',
};
const needs = (form: InsuranceForm, of?: InsuredMember) => stillNeeded(shownForm(form, of));

describe('choices of the insurance calculation', () => {
  it('clear the member with New Member, and in its mode with another employer', () => {
    expect(chooseMode(existing, 'new', today)).toMatchObject({ member: null, company });
    expect(chooseCompany(existing, company, today)).toMatchObject({ member: null, company });
    expect(chooseCompany(fresh, null, today)).toMatchObject({ name: 'Amara Nwosu', company: null, category: null });
    expect(chooseMode(fresh, 'new', today)).toBe(fresh);
  });

  it('clear covers and the calculation date with the member they were typed for, and no others', () => {
    const asked = { ...existing, calculationDate: '2026-03-01', death: '300000', tpd: '1', sci: '2' };
    const cleared = { calculationDate: '2026-11-26', death: '', tpd: '', sci: '' };
    expect(chooseMember(asked, null, '2026-11-26')).toMatchObject({ ...cleared, member: null });
    expect(chooseMember(asked, { ...member, id: 'n' }, '2026-11-26')).toMatchObject(cleared);
    expect(chooseCompany(asked, company, today)).toMatchObject(cleared);
    expect(chooseMode(asked, 'new', today)).toMatchObject(cleared);
    expect(chooseMode({ ...fresh, death: '300000' }, 'existing', today)).toMatchObject({ ...cleared, name: '' });
    const forNobody = { ...asked, member: null };
    expect(chooseMember(forNobody, member, today)).toMatchObject({ ...asked, member });
    expect(chooseMode(forNobody, 'new', today)).toMatchObject({ calculationDate: '2026-03-01', death: '300000' });
  });

  it('show what the files say of a member until something else is typed', () => {
    expect(shownForm({ ...existing, company: null }, insured)).toMatchObject({
      company,
      salary: '92,000',
      category: 'STAFF',
      occupationGroup: 'White collar',
      isBirthKnown: true,
    });
    const typed = { ...existing, salary: '100000', state: 'WA' };
    expect(shownForm(typed, insured)).toMatchObject({ salary: '100000', state: 'WA', gender: 'Male' });
    expect(shownForm(chooseMember(typed, member, '2026-11-26'), insured).salary).toBe('92,000');
    const unknown = { ...insured, dateOfBirth: null };
    expect(shownForm({ ...existing, dateOfBirth: '1980-01-01' }, unknown)).toMatchObject({
      dateOfBirth: '1980-01-01',
      isBirthKnown: false,
    });
  });

  it('take over what an earlier quotation was asked for', () => {
    const earlier = {
      at: '2026-11-04T00:00:00.000Z',
      calculationDate: '2026-11-04',
      salary: 90_000.5,
      memberCategory: 'EXEC',
      occupationGroup: 'Standard',
      state: null,
      voluntaryDeathCover: 300_000,
      voluntaryTpdCover: null,
      voluntarySciCover: null,
      monthlyPremiumTotal: 83.53,
      need: { debts: 310_000, dependants: 2 },
    };
    expect(chooseEarlier(existing, earlier)).toMatchObject({
      salary: '90,000.50',
      category: 'EXEC',
      death: '300,000',
      tpd: '',
      need: { debts: '310,000', dependants: '2', incomeYears: '' },
    });
  });
});

describe('a run', () => {
  it('of an existing member needs a date, a member and a salary above 0', () => {
    expect(needs(existing, insured)).toEqual([]);
    expect(needs({ ...existing, member: null, calculationDate: null })).toEqual([
      'a member',
      'a calculation date',
      'a salary above $0',
    ]);
    for (const salary of ['0', '-1', 'much', '']) expect(needs({ ...existing, salary }, insured)).toHaveLength(1);
  });

  it('is not tried again with a day that a field refuses', () => {
    const isWrong = (form: InsuranceForm, of?: InsuredMember) => hasWrongDay(shownForm(form, of), today);
    for (const calculationDate of ['1992-06-30', '2028-01-01'])
      expect(isWrong({ ...existing, calculationDate }, insured)).toBe(true);
    expect(isWrong({ ...existing, calculationDate: '2027-12-31' }, insured)).toBe(false);
    for (const dateOfBirth of ['1899-12-31', '2026-11-27']) expect(isWrong({ ...fresh, dateOfBirth })).toBe(true);
    expect(isWrong({ ...existing, dateOfBirth: '2027-01-01' }, { ...insured, dateOfBirth: null })).toBe(true);
    expect(isWrong({ ...existing, dateOfBirth: '2027-01-01' }, insured)).toBe(false);
  });

  it('of a new member needs everything', () => {
    expect(needs(fresh)).toEqual([]);
    expect(needs({ ...emptyForm(today), mode: 'new' })).toEqual([
      'an employer',
      'a name',
      'a birth date',
      'a gender',
      'a salary above $0',
      'a plan category',
      'a collar rating',
      'a state',
    ]);
  });

  it('needs voluntary cover above 0 where any is entered', () => {
    for (const death of ['0', '-5', 'x']) expect(needs({ ...fresh, death })).toHaveLength(1);
    expect(dollarsProblem('0')).toBe('Must be above $0');
    expect(dollarsProblem('x')).toBe('Write dollars, such as 92,000');
    expect(dollarsProblem('1,000,000,001')).toBe('An amount is at most $1,000,000,000');
    expect(dollarsProblem('500,000.25')).toBeUndefined();
    expect(dollarsProblem(' ')).toBeUndefined();
  });

  it('asks for dollars, and knows how many fields differ from another', () => {
    const request = requestOf(shownForm({ ...fresh, death: '$500,000' }, undefined));
    expect(request).toMatchObject({
      memberId: null,
      voluntaryDeathCover: 500_000,
      voluntarySciCover: null,
      selectedMember: { memberName: 'Amara Nwosu', salary: 80_000, gender: 'Female', state: 'NSW' },
    });
    const other = requestOf(shownForm({ ...fresh, death: '500000', state: 'WA', salary: '1' }, undefined));
    expect([changedFields(request, request), changedFields(request, other)]).toEqual([0, 2]);
  });
});

describe('the words of a quotation', () => {
  const category = {
    id: 'A',
    name: 'Staff',
    active: true,
    deathFormula: '4 x salary',
    tpdFormula: '4 x salary',
    sciPercent: 75,
    rules: null,
    formulaProblems: [],
  };
  it('say what a category covers', () => {
    expect(categoryText(category)).toBe('Death and TPD: 4 x salary. Salary continuance: 75 %.');
    expect(categoryText({ ...category, tpdFormula: null, sciPercent: null })).toBe(
      'Death: 4 x salary. TPD: none. Salary continuance: none.',
    );
  });

  it.each([
    [0, 0, 0, null],
    [118_000, 118_000, 0, ['$118,000', 'of death cover, and as much of TPD']],
    [118_000, 0, 500, ['$118,000', 'of death cover, and $500 a month of salary continuance']],
    [5, 7, 0, ['$5', 'of death cover, and $7 of TPD']],
    [0, 7, 0, ['$7', 'of TPD cover']],
    [0, 0, 500, ['$500', 'a month of salary continuance']],
  ])('say what exceeds automatic acceptance: %i, %i, %i', (death, tpd, sci, words) => {
    const above = aboveLimitText({ aboveLimit: { death, tpd, sci } } as InsuranceQuotation);
    expect(above && [above.value, above.note]).toEqual(words);
  });

  it('say what the occupation multiplies with', () => {
    expect(factorsText({ death: 0.65, tpd: 0.65, sci: 0.7 })).toBe('0.65 death and TPD, 0.70 SCI');
    expect(factorsText({ death: 1.75, tpd: 3.5, sci: null })).toBe('1.75 death, 3.50 TPD, none SCI');
  });
});
