import { yesNo } from './csv-file.js';
import { emailOf, loginOf, mobileNumber, nationalState, personName, type Gender } from './fictional-people.js';
import {
  balancedDefault,
  chosenProfile,
  lifecycleFor,
  nearestProfile,
  withSideOption,
  type Holdings,
  type RiskProfile,
} from './investment-menu.js';
import { ageAt, type Tenure } from './membership.js';
import { dayIn, yearOf, type MonthIndex } from './month-calendar.js';
import { firstNomination, type Nomination } from './nominations.js';
import type { PlanBlueprint } from './plan-blueprints.js';
import { categoryIndexFor, type PlanCategory } from './plan-categories.js';
import type { Random } from './random.js';
import { openingBalanceCents, salaryAtEnd, salaryBefore } from './pay-and-balance.js';

/** A member's constant attributes, and the state that changes from month to month. */
export interface DemoMember {
  id: string;
  tenure: Tenure;
  gender: Gender;
  occupation: string;
  category: PlanCategory;
  hasEmail: boolean;
  subscribed: boolean;
  /** Dollars a year. The fund does not know some salaries. */
  salary: number;
  salaryKnown: boolean;
  raisePerYear: number;
  balanceCents: number;
  holdings: Holdings;
  riskProfile: RiskProfile;
  nomination: Nomination;
  insuranceRank: number;
  coverFactor: number;
  hasTpd: boolean;
  hasSci: boolean;
  voluntaryRank: number;
  voluntaryKind: 'sacrifice' | 'personal' | 'both' | 'lumpSum';
  /** Share of salary, or near the concessional cap where `sacrificesToCap`. */
  voluntaryShare: number;
  sacrificesToCap: boolean;
  everSignsIn: boolean;
  lastLogin: string;
  /** Month in which a recommended consolidation is carried out, or 0. */
  consolidateMonth: MonthIndex;
}

interface Window {
  first: MonthIndex;
  last: MonthIndex;
}

export const everSignsInShare = (plan: PlanBlueprint): number => Math.min(0.95, 0.25 + plan.signedInShare);

export const newMember = (
  plan: PlanBlueprint,
  categories: readonly PlanCategory[],
  number: number,
  tenure: Tenure,
  { first, last }: Window,
  random: Random,
): { member: DemoMember; row: (string | number)[] } => {
  const gender: Gender = random.chance(plan.femaleShare) ? 'Female' : 'Male';
  const until = Math.min(last, tenure.exitMonth);
  const entry = Math.max(first - 1, tenure.joinMonth);
  const occupation = random.weighted(plan.industry.occupations);
  const endSalary = salaryAtEnd(gender, ageAt(tenure.birthMonth, until), plan.salaryFactor, occupation, random);
  const raisePerYear = random.between(0.022, 0.048);
  const salary = salaryBefore(endSalary, raisePerYear, entry, until);
  const category = categories[categoryIndexFor(endSalary, categories, random)]!;
  const ageAtEntry = ageAt(tenure.birthMonth, entry);
  const isNew = tenure.joinMonth >= first;
  const lifecycle = random.chance(0.66);
  const profile = chosenProfile(random);
  const startOption = lifecycle ? defaultOption(plan, tenure) : profile.option;
  const holdings = withSideOption(startOption, random);
  const everSignsIn = random.chance(everSignsInShare(plan));
  const lastLogin = everSignsIn && !isNew ? earlierSignIn(tenure, first, random) : '';
  const hasEmail = random.chance(0.88);
  const id = String(number);
  const member: DemoMember = {
    id,
    tenure,
    gender,
    occupation,
    category,
    hasEmail,
    subscribed: !random.chance(0.03),
    salary,
    salaryKnown: !random.chance(0.02),
    raisePerYear,
    balanceCents: openingBalanceCents(gender, ageAtEntry, salary, isNew, random),
    holdings,
    riskProfile: lifecycle ? nearestProfile(holdings.growthPercent) : profile,
    nomination: firstNomination({ ...tenure, age: ageAtEntry }, entry, last - first + 1, random),
    insuranceRank: random.next(),
    coverFactor: coverFactor(random),
    hasTpd: random.chance(0.9),
    hasSci: random.chance(0.45),
    voluntaryRank: random.next(),
    voluntaryKind: random.weighted([
      ['sacrifice', 52],
      ['personal', 24],
      ['both', 10],
      ['lumpSum', 14],
    ]),
    voluntaryShare: random.between(0.02, 0.1),
    sacrificesToCap: random.chance(0.2),
    everSignsIn,
    lastLogin,
    consolidateMonth: 0,
  };
  const name = personName(gender, random);
  const login = loginOf(name, number);
  const row = [
    id,
    plan.id,
    `${plan.id}-E${companyNumber(plan, random)}`,
    category.id,
    everSignsIn || random.chance(0.4) ? login : '',
    name.surname,
    name.givenName,
    dayIn(tenure.birthMonth, tenure.birthDay),
    gender,
    plan.homeState && random.chance(0.33) ? plan.homeState : nationalState(random),
    ageAt(tenure.birthMonth, until) >= 60 && random.chance(0.12) ? 'Transition to retirement' : 'Accumulation',
    occupation,
    dayIn(tenure.joinMonth, tenure.joinDay),
    tenure.exitMonth === Infinity ? '' : dayIn(tenure.exitMonth, tenure.exitDay),
    hasEmail ? emailOf(login, random) : '',
    random.chance(0.85) ? mobileNumber(random) : '',
    yesNo(random.chance(0.96)),
  ];
  return { member, row };
};

/** Seven in ten plans default to a lifecycle option, the others to the balanced option. */
const defaultOption = (plan: PlanBlueprint, tenure: Tenure) =>
  plan.id.endsWith('3') || plan.id.endsWith('6') || plan.id.endsWith('9')
    ? balancedDefault
    : lifecycleFor(yearOf(tenure.birthMonth));

const earlierSignIn = (tenure: Tenure, first: MonthIndex, random: Random): string => {
  if (random.chance(0.05)) return '';
  const monthsBack = 1 + Math.floor(-10 * Math.log(1 - random.next()));
  return first - monthsBack > tenure.joinMonth ? dayIn(first - monthsBack, random.whole(1, 28)) : '';
};

/** Factor on the default cover: most members keep it, some reduced it once, some bought more. */
const coverFactor = (random: Random): number => {
  const kind = random.next();
  if (kind < 0.55) return 1;
  return kind < 0.85 ? random.between(0.3, 0.85) : random.between(1.2, 2.4);
};

const companyNumber = (plan: PlanBlueprint, random: Random): number =>
  1 + Math.floor(plan.companies.length * random.next() ** 1.6);
