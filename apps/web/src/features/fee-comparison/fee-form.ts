import {
  feeComparisonRequest,
  type FeeComparisonRequest,
  type PastComparison,
} from '@superscope/contracts/fee-comparison';
import type { MemberOption } from '@superscope/contracts/member-events';
import { isIsoDate } from '@superscope/contracts/sydney-time';
import type { MemberMode } from '../../portal/calculator/calculator-form';
import { dollarsOf } from '../../portal/calculator/typed-dollars';
import type { ChosenPlan } from '../../portal/plan/plan-lookup';
import type { Chosen } from '../../portal/fees/asset-lookup';

/** What the form holds. `assetId` null compares all of an existing member's investments together. */
export interface FeeForm {
  mode: MemberMode;
  plan: ChosenPlan | null;
  member: MemberOption | null;
  /** Of an existing member. */
  assetId: string | null;
  name: string;
  /** Of a new member. */
  asset: Chosen | null;
  balance: string;
  otherPlatform: Chosen | null;
  otherAsset: Chosen | null;
  /** Null while the typed text is no day. */
  feesAsAt: string | null;
}

export const emptyForm = (today: string): FeeForm => ({
  mode: 'existing',
  plan: null,
  member: null,
  assetId: null,
  name: '',
  asset: null,
  balance: '',
  otherPlatform: null,
  otherAsset: null,
  feesAsAt: today,
});

/** What is chosen, by ids, as the address of the page names it. Nothing that is typed stands in it. */
export function addressOf(form: FeeForm, today: string): URLSearchParams {
  const isNew = form.mode === 'new';
  const chosen = {
    who: isNew ? 'new' : null,
    member: form.member?.id,
    investment: isNew ? form.asset?.id : form.assetId,
    ofPlan: form.plan?.id,
    platform: form.otherPlatform?.id,
    other: form.otherAsset?.id,
    day: form.feesAsAt === today ? null : form.feesAsAt,
  };
  return new URLSearchParams(Object.entries(chosen).filter((entry): entry is [string, string] => entry[1] != null));
}

/** The form of an address, with the names of what it names by ids. What has no name any more is not chosen. */
export function namedForm(address: URLSearchParams, named: NamedChoices, today: string): FeeForm {
  const isNew = address.get('who') === 'new';
  return {
    ...emptyForm(today),
    mode: isNew ? 'new' : 'existing',
    plan: named.plan,
    member: isNew ? null : named.member,
    assetId: isNew || named.member === null ? null : address.get('investment'),
    asset: isNew && named.plan !== null ? (named.asset ?? null) : null,
    otherPlatform: named.platform,
    otherAsset: named.platform === null ? null : named.other,
    feesAsAt: isDay(address.get('day')) ? address.get('day') : today,
  };
}

export interface NamedChoices {
  plan: Chosen | null;
  member: MemberOption | null;
  asset: Chosen | null;
  platform: Chosen | null;
  other: Chosen | null;
}

const isDay = (text: string | null): boolean => text !== null && isIsoDate(text);

/** Whether something is typed, which would have to be typed again. Choices are made again in a moment. */
export const isTyped = ({ name, balance }: FeeForm): boolean => name.trim() !== '' || balance.trim() !== '';

/** Whether a member is chosen or begun, to whom the day of fees then belongs. */
const hasMember = ({ mode, member, name, asset, balance }: FeeForm): boolean =>
  mode === 'existing' ? member !== null : asset !== null || name !== '' || balance !== '';
/** Without what belonged to the member before: the account and its balance, and the day of fees. */
const withoutAccount = (form: FeeForm, today: string): FeeForm => ({
  ...form,
  member: null,
  assetId: null,
  asset: null,
  balance: '',
  feesAsAt: hasMember(form) ? today : form.feesAsAt,
});

/** Changes of the form, with what each clears. */
export const chooseMode = (form: FeeForm, mode: MemberMode, today: string): FeeForm =>
  mode === form.mode ? form : { ...withoutAccount(form, today), mode, name: '' };
/** A new member has no account before there is a plan, so the first plan clears nothing of theirs. */
export const choosePlan = (form: FeeForm, plan: ChosenPlan | null, today: string): FeeForm => ({
  ...(form.mode === 'new' && form.plan === null ? form : withoutAccount(form, today)),
  plan,
});
/** Another member than the one before begins with the fees of today: the day belonged to the other. */
export const chooseMember = (form: FeeForm, member: MemberOption | null, today: string): FeeForm => ({
  ...form,
  member,
  assetId: null,
  feesAsAt: form.member === null ? form.feesAsAt : today,
});
export const chooseOtherPlatform = (form: FeeForm, otherPlatform: Chosen | null): FeeForm => ({
  ...form,
  otherPlatform,
  otherAsset: null,
});

/** The same comparison again: with the balances of now, and the fees of the day that was compared then. */
export const chooseAgain = (form: FeeForm, { a, b, feesAsAt }: PastComparison): FeeForm => ({
  ...form,
  assetId: a.assetId,
  otherPlatform: b.platform,
  otherAsset: b.assetId === null ? null : { id: b.assetId, name: b.name },
  feesAsAt,
});

/** The first day that may be asked for: that of the superannuation guarantee. */
export const firstFeesDay = '1992-07-01';

/** The id of a plan begins with that of its platform. */
export const platformIdOf = ({ plan }: FeeForm): string | null =>
  plan === null ? null : plan.id.slice(0, plan.id.indexOf('.'));

export const balanceProblem = ({ balance }: FeeForm): string | undefined => {
  if (balance.trim() === '') return undefined;
  const dollars = dollarsOf(balance);
  if (Number.isNaN(dollars)) return 'Write dollars and cents, such as 12,500.00';
  if (!(dollars > 0)) return 'Must be above $0';
  return feeComparisonRequest.shape.balance.safeParse(dollars).error?.issues[0]?.message;
};

/** What the run still needs, in the order of the form. */
export function stillNeeded(form: FeeForm, today: string): string[] {
  const isNew = form.mode === 'new';
  return [
    isNew && form.plan === null && 'a plan',
    !isNew && form.member === null && 'a member',
    !isNew && form.member !== null && form.member.leftOn !== null && 'a member who is in the plan',
    isNew && form.name.trim() === '' && 'a name',
    isNew && form.asset === null && 'investment A',
    isNew && !(dollarsOf(form.balance) > 0) && 'a balance above $0',
    form.otherAsset === null && 'investment B',
    form.feesAsAt === null && 'a day',
    form.feesAsAt !== null && (form.feesAsAt < firstFeesDay || form.feesAsAt > today) && 'a day that has fees',
  ].filter((part) => part !== false);
}

/** The request of a form that needs nothing more. */
export function requestOf(form: FeeForm): FeeComparisonRequest {
  const common = { comparisonAssetId: form.otherAsset!.id, feesAsAt: form.feesAsAt };
  if (form.mode === 'existing') return { ...common, memberId: form.member!.id, assetId: form.assetId };
  return {
    ...common,
    memberName: form.name.trim(),
    planId: form.plan!.id,
    assetId: form.asset!.id,
    balance: dollarsOf(form.balance),
  };
}
