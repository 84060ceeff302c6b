import {
  insuranceRequest,
  type EarlierQuotation,
  type InsuranceRequest,
  type InsuredMember,
} from '@superscope/contracts/insurance-calculation';
import type { CompanyOption } from '@superscope/contracts/lookups';
import type { MemberOption } from '@superscope/contracts/member-events';
import { isIsoDate } from '@superscope/contracts/sydney-time';
import type { MemberMode } from '../../portal/calculator/calculator-form';
import { dollarsOf } from '../../portal/calculator/typed-dollars';
import { EARLIEST_BIRTH, type RatedGender } from '../../portal/insurance/birth-and-gender';
import { number } from '../../ui/format';
import { emptyNeed, isNeedWrong, needOf, typedNeed, type NeedForm } from './need-form';

export type FormCompany = Pick<CompanyOption, 'id' | 'name'> & { plan: Pick<CompanyOption['plan'], 'id' | 'name'> };

/** What was chosen and typed. Null is untouched: of an existing member, what the fund's files say. */
export interface InsuranceForm {
  mode: MemberMode;
  company: FormCompany | null;
  member: MemberOption | null;
  /** Of a new member. */
  name: string;
  /** Null while the typed text is no day. */
  calculationDate: string | null;
  dateOfBirth: string | null;
  gender: RatedGender | null;
  salary: string | null;
  category: string | null;
  occupationGroup: string | null;
  state: string | null;
  /** Dollars as typed; '' for none. */
  death: string;
  tpd: string;
  /** A month. */
  sci: string;
  need: NeedForm;
}

const untouched = {
  dateOfBirth: null,
  gender: null,
  salary: null,
  category: null,
  occupationGroup: null,
  state: null,
} as const;

export const emptyForm = (today: string): InsuranceForm => ({
  mode: 'existing',
  company: null,
  member: null,
  name: '',
  calculationDate: today,
  ...untouched,
  death: '',
  tpd: '',
  sci: '',
  need: emptyNeed,
});

/** What is chosen, by ids, as the address of the page names it. Nothing that is typed, nor what describes a person, stands in it. */
export function addressOf(form: InsuranceForm, today: string): URLSearchParams {
  const { mode, member, company, category, calculationDate } = form;
  const chosen = {
    who: mode === 'new' ? 'new' : null,
    member: member?.id,
    employer: company?.id,
    category,
    day: calculationDate === today ? null : calculationDate,
  };
  return new URLSearchParams(Object.entries(chosen).filter((entry): entry is [string, string] => entry[1] != null));
}

/** The form of an address. The employer of a member is known with the member. */
export function namedForm(
  address: URLSearchParams,
  { member, company }: Pick<InsuranceForm, 'member' | 'company'>,
  today: string,
): InsuranceForm {
  const day = address.get('day');
  return {
    ...emptyForm(today),
    mode: address.get('who') === 'new' ? 'new' : 'existing',
    member,
    company: member === null ? company : null,
    category: member === null && company === null ? null : address.get('category'),
    calculationDate: day !== null && isIsoDate(day) ? day : today,
  };
}

/** Whether something is typed, which would have to be typed again. Choices are made again in a moment. */
export const isTyped = ({ name, dateOfBirth, salary, death, tpd, sci, need }: InsuranceForm): boolean =>
  dateOfBirth !== null ||
  salary !== null ||
  [name, death, tpd, sci, ...Object.values(need)].some((typed) => typed.trim() !== '');

/** Changes of the form, with what each clears. */
const forAnother = (form: InsuranceForm, today: string): InsuranceForm => ({
  ...form,
  ...untouched,
  // Covers and the calculation date belonged to the member before, if there was one.
  ...((form.member !== null || form.name.trim() !== '') && { calculationDate: today, death: '', tpd: '', sci: '' }),
  member: null,
  name: '',
  // A household is one member's.
  need: emptyNeed,
});
export const chooseMember = (form: InsuranceForm, member: MemberOption | null, today: string): InsuranceForm => ({
  ...forAnother(form, today),
  member,
});
export const chooseMode = (form: InsuranceForm, mode: MemberMode, today: string): InsuranceForm =>
  mode === form.mode ? form : { ...forAnother(form, today), mode };
/** The plan follows from the employer, and its categories and occupations with it. */
export const chooseCompany = (form: InsuranceForm, company: FormCompany | null, today: string): InsuranceForm =>
  form.mode === 'existing'
    ? { ...forAnother(form, today), company }
    : { ...form, company, category: null, occupationGroup: null };

/** The days for which a calculation may be asked, yyyy-MM-dd: from the first of compulsory super, and rates are asked for up to a year ahead. */
export const calculationDays = (today: string): { min: string; max: string } => ({
  min: '1992-07-01',
  max: `${Number(today.slice(0, 4)) + 1}-12-31`,
});

const typedDollars = (dollars: number | null): string =>
  dollars === null ? '' : number(dollars, 2).replace(/\.00$/, '');

/** The inputs of an earlier quotation, to be run again. */
export const chooseEarlier = (form: InsuranceForm, earlier: EarlierQuotation): InsuranceForm => ({
  ...form,
  calculationDate: earlier.calculationDate,
  salary: typedDollars(earlier.salary),
  category: earlier.memberCategory,
  occupationGroup: earlier.occupationGroup,
  state: earlier.state,
  death: typedDollars(earlier.voluntaryDeathCover),
  tpd: typedDollars(earlier.voluntaryTpdCover),
  sci: typedDollars(earlier.voluntarySciCover),
  need: typedNeed(earlier.need),
});

/** What the fields show: what was typed, and where nothing was, what is known of an existing member. */
export interface ShownForm {
  mode: MemberMode;
  company: FormCompany | null;
  memberId: string | null;
  name: string;
  calculationDate: string | null;
  dateOfBirth: string | null;
  /** Whether the fund's files give it, so that it cannot be changed. */
  isBirthKnown: boolean;
  gender: RatedGender | null;
  isGenderKnown: boolean;
  salary: string;
  category: string;
  occupationGroup: string;
  state: string;
  death: string;
  tpd: string;
  sci: string;
  need: NeedForm;
}

/** `insured` is the chosen member as the server knows them; undefined while they are read, and of a new member. */
export function shownForm(form: InsuranceForm, insured: InsuredMember | undefined): ShownForm {
  const { mode, name, calculationDate, death, tpd, sci, need } = form;
  const ofMember = insured && { id: insured.companyId, name: insured.companyName, plan: insured.plan };
  return {
    mode,
    company: form.company ?? ofMember ?? null,
    memberId: form.member?.id ?? null,
    name,
    calculationDate,
    dateOfBirth: insured?.dateOfBirth ?? form.dateOfBirth,
    isBirthKnown: insured != null && insured.dateOfBirth !== null,
    gender: insured?.gender ?? form.gender,
    isGenderKnown: insured != null && insured.gender !== null,
    salary: form.salary ?? typedDollars(insured?.salary ?? null),
    category: form.category ?? insured?.memberCategory ?? '',
    occupationGroup: form.occupationGroup ?? insured?.occupationGroup ?? '',
    state: form.state ?? insured?.state ?? '',
    death,
    tpd,
    sci,
    need,
  };
}

/** What is wrong with an amount of dollars; undefined while none is typed. */
export const dollarsProblem = (typed: string): string | undefined => {
  if (typed.trim() === '') return undefined;
  const dollars = dollarsOf(typed);
  if (Number.isNaN(dollars)) return 'Write dollars, such as 92,000';
  // The limits of a salary are the same.
  return insuranceRequest.shape.voluntaryDeathCover.safeParse(dollars).error?.issues[0]?.message;
};

/** Whether the form has a day that its fields show as out of range. */
export function hasWrongDay({ calculationDate: day, dateOfBirth, isBirthKnown }: ShownForm, today: string): boolean {
  const { min, max } = calculationDays(today);
  const isOut = (value: string | null, from: string, to: string) => value !== null && (value < from || value > to);
  return isOut(day, min, max) || (!isBirthKnown && isOut(dateOfBirth, EARLIEST_BIRTH, today));
}

/** What the run still needs, in the order of the form. */
export function stillNeeded(form: ShownForm): string[] {
  const isNew = form.mode === 'new';
  return [
    isNew && form.company === null && 'an employer',
    isNew && form.name.trim() === '' && 'a name',
    !isNew && form.memberId === null && 'a member',
    form.calculationDate === null && 'a calculation date',
    isNew && form.dateOfBirth === null && 'a birth date',
    isNew && form.gender === null && 'a gender',
    !(dollarsOf(form.salary) > 0) && 'a salary above $0',
    isNew && form.category === '' && 'a plan category',
    isNew && form.occupationGroup === '' && 'a collar rating',
    isNew && form.state === '' && 'a state',
    [form.death, form.tpd, form.sci].some((typed) => dollarsProblem(typed) !== undefined) &&
      'voluntary cover above $0, or none',
    isNeedWrong(form.need) && 'what is needed for, or its defaults',
  ].filter((part) => part !== false);
}

const orNull = (text: string): string | null => (text === '' ? null : text);
const coverOf = (typed: string): number | null => (typed.trim() === '' ? null : dollarsOf(typed));

/** The request of a form that needs nothing more. */
export const requestOf = (form: ShownForm): InsuranceRequest => ({
  calculationDate: form.calculationDate!,
  memberId: form.memberId,
  voluntaryDeathCover: coverOf(form.death),
  voluntaryTpdCover: coverOf(form.tpd),
  voluntarySciCover: coverOf(form.sci),
  need: needOf(form.need),
  selectedMember: {
    memberName: form.mode === 'new' ? form.name.trim() : null,
    companyId: form.company?.id ?? null,
    memberCategory: orNull(form.category),
    salary: dollarsOf(form.salary),
    dateOfBirth: form.dateOfBirth,
    occupationGroup: orNull(form.occupationGroup),
    gender: form.gender,
    state: orNull(form.state) as InsuranceRequest['selectedMember']['state'],
  },
});

/** In how many fields two requests differ. */
export function changedFields(a: InsuranceRequest, b: InsuranceRequest): number {
  const flat = ({ selectedMember, need, ...rest }: InsuranceRequest): Record<string, unknown> => ({
    ...rest,
    ...need,
    ...selectedMember,
  });
  const [one, other] = [flat(a), flat(b)];
  return Object.keys(one).filter((name) => !Object.is(one[name], other[name])).length;
}
