import { insuranceRequest, type NeedAsked } from '@superscope/contracts/insurance-calculation';
import { dollarsOf } from '../../portal/calculator/typed-dollars';
import { number } from '../../ui/format';

/** What is typed of the household; '' is the rule's default. */
export type NeedForm = Readonly<Record<keyof NeedAsked, string>>;

interface NeedField {
  name: keyof NeedAsked;
  label: string;
  /** What counts where nothing is typed. */
  byDefault: string;
}

/** The fields in their order. */
export const NEED_FIELDS: readonly NeedField[] = [
  { name: 'debts', label: 'Home loan and other debts', byDefault: '$0' },
  { name: 'dependants', label: 'People who live on the income', byDefault: '0' },
  { name: 'incomePercent', label: 'Income to replace, %', byDefault: '60' },
  { name: 'incomeYears', label: 'For how many years', byDefault: 'to 67' },
  { name: 'funeral', label: 'Funeral and start, for death', byDefault: '$20,000' },
  { name: 'care', label: 'Care, if disabled', byDefault: '$120,000' },
  { name: 'partnerIncome', label: 'Partner’s income a year', byDefault: '$0' },
];

export const emptyNeed: NeedForm = {
  debts: '',
  dependants: '',
  incomePercent: '',
  incomeYears: '',
  funeral: '',
  care: '',
  partnerIncome: '',
};

const asked = insuranceRequest.shape.need.unwrap().unwrap();

/** The request of what is typed: null leaves a field to its default. */
export const needOf = (form: NeedForm): NeedAsked =>
  Object.fromEntries(
    Object.entries(form).map(([name, typed]) => [name, typed.trim() === '' ? null : dollarsOf(typed)]),
  ) as NeedAsked;

/** What is wrong with a field; undefined if nothing is. */
export function needProblem(form: NeedForm, name: keyof NeedAsked): string | undefined {
  const typed = form[name];
  if (typed.trim() === '') return undefined;
  const value = dollarsOf(typed);
  if (Number.isNaN(value)) return 'Write a number, such as 310,000';
  return asked.shape[name].safeParse(value).error?.issues[0]?.message;
}

export const isNeedWrong = (form: NeedForm): boolean =>
  NEED_FIELDS.some(({ name }) => needProblem(form, name) !== undefined);

/** The fields as an earlier quotation has them. */
export const typedNeed = (need: NeedAsked | null): NeedForm =>
  need === null
    ? emptyNeed
    : (Object.fromEntries(
        NEED_FIELDS.map(({ name }) => [name, need[name] == null ? '' : number(need[name], 2).replace(/\.00$/, '')]),
      ) as NeedForm);
