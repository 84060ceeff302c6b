import { isMembersLine } from '@superscope/contracts/plan-report';
import type { FlyerCategory, NewEmployeeFlyer } from '@superscope/contracts/new-employee-flyer';
import type { CoverRules } from '@superscope/domain/insurance/cover-rules';
import { coverWords } from '@superscope/domain/insurance/cover-words';
import { sciTermsOf } from '@superscope/domain/insurance/premium-rates';
import { limitsOf } from '@superscope/domain/insurance/quote-insurance';
import type { MemberCategoryDetails } from '@superscope/domain/plan/plan.events';
import type { assetFields, PublishedRow } from '@superscope/domain/published-table/published-rows';
import { coverRulesAnswer } from '../insurance/cover-rules-answer.js';

type AssetRow = PublishedRow<typeof assetFields>;

/** What one page has room for. */
const mostCategories = 4;
const mostInvestments = 5;
const mostContacts = 5;
const mostConsultants = 4;

interface FlyerFacts extends Omit<NewEmployeeFlyer, 'categories' | 'investments' | 'more'> {
  /** Of the plan. */
  categories: readonly MemberCategoryDetails[];
  /** Of the plan, today. */
  rules: CoverRules | null;
  /** Of the platform's newest list. */
  options: readonly AssetRow[];
}

const categoryOf =
  (rules: CoverRules | null) =>
  (category: MemberCategoryDetails): FlyerCategory => {
    const { name, deathFormula, tpdFormula, sciPercent, sciWaitDays, sciBenefitPeriod } = category;
    const { deathTpdCents, sciCents } = limitsOf(category);
    const terms = sciTermsOf({ waitDays: sciWaitDays, benefitPeriod: sciBenefitPeriod });
    return {
      name,
      death: deathFormula && coverWords(deathFormula),
      tpd: tpdFormula && coverWords(tpdFormula),
      sci: sciPercent ? { percent: sciPercent, daysWait: terms.waitDays, benefitPeriod: terms.benefitPeriod } : null,
      deathTpdAal: deathTpdCents / 100,
      sciAal: sciCents / 100,
      rules: coverRulesAnswer(category, rules),
    };
  };

/** Options that a member has without a choice: those that follow the age, if the platform has any, the youngest members' first. */
function defaultOptions(options: readonly AssetRow[]): AssetRow[] {
  const unchosen = options.filter(({ isChoice }) => isChoice !== true);
  const lifecycle = unchosen.filter(({ isLifecycle }) => isLifecycle === true);
  if (lifecycle.length === 0) return unchosen;
  return lifecycle.sort((a, b) => Number(b.growthPercent ?? 0) - Number(a.growthPercent ?? 0));
}

/** Whether people who start at an employer join its plan on a day. */
export const takesNewMembers = (
  { active }: { active: boolean },
  { closedOn }: { closedOn?: string | null | undefined },
  day: string,
): boolean => active && (closedOn == null || closedOn > day);

/** The first contacts, and the line that members call wherever it stands among them. */
function mostNeeded<Contact extends { title: string; name: string }>(contacts: readonly Contact[]): Contact[] {
  const line = contacts.findIndex(isMembersLine);
  return line < mostContacts
    ? contacts.slice(0, mostContacts)
    : [...contacts.slice(0, mostContacts - 1), contacts[line]!];
}

/** The flyer of an employer, cut to what one page has room for. */
export function flyerContent({
  categories,
  rules,
  options,
  contacts,
  consultants,
  ...facts
}: FlyerFacts): NewEmployeeFlyer {
  const active = categories.filter(({ active: is }) => is);
  const unchosen = defaultOptions(options);
  const more = (all: number, most: number) => Math.max(0, all - most);
  return {
    ...facts,
    categories: active.slice(0, mostCategories).map(categoryOf(rules)),
    investments: unchosen.slice(0, mostInvestments).map(({ name, description, growthPercent, isLifecycle }) => ({
      name,
      description,
      growthPercent: growthPercent === null ? null : Number(growthPercent),
      isLifecycle: isLifecycle === true,
    })),
    contacts: mostNeeded(contacts),
    consultants: consultants.slice(0, mostConsultants),
    more: {
      categories: more(active.length, mostCategories),
      investments: more(unchosen.length, mostInvestments),
    },
  };
}
