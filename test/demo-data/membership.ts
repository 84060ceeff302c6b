import { daysIn, monthIndex, type MonthIndex } from './month-calendar.js';
import type { PlanBlueprint } from './plan-blueprints.js';
import type { Random } from './random.js';

/** One person's time in the plan, and their birth month. */
export interface Tenure {
  joinMonth: MonthIndex;
  joinDay: number;
  /** Infinity while a member. */
  exitMonth: MonthIndex;
  exitDay: number;
  birthMonth: MonthIndex;
  birthDay: number;
}

/**
 * All members in any month from `first` to `last`, in the order of joining. A month's members are those in the plan on its last day; the last
 * month has exactly `plan.members`. Each month after the first 1-2 % leave, and as many join as the plan's growth requires.
 */
export const membership = (plan: PlanBlueprint, first: MonthIndex, last: MonthIndex, random: Random): Tenure[] => {
  const headcounts = headcountByMonth(plan, last - first + 1, random);
  const everybody: Tenure[] = [];
  const present: Tenure[] = [];
  const join = (joinMonth: MonthIndex): void => {
    const joinDay = random.whole(1, daysIn(joinMonth));
    const tenure = { joinMonth, joinDay, exitMonth: Infinity, exitDay: 0, birthMonth: 0, birthDay: 0 };
    everybody.push(tenure);
    present.push(tenure);
  };

  const planStart = monthIndex(plan.startDate.slice(0, 7));
  const starters = Math.max(1, Math.round(headcounts[0]! * (1 - plan.monthlyChurn)));
  for (let i = 0; i < starters; i++) {
    const monthsSince = Math.floor(-72 * Math.log(1 - random.next()));
    join(Math.max(planStart, first - 1 - monthsSince));
  }
  headcounts.forEach((target, i) => {
    const month = first + i;
    const leaving = i === 0 ? 0 : Math.max(random.rounded(present.length * plan.monthlyChurn), present.length - target);
    for (let n = 0; n < leaving; n++) {
      const [leaver] = present.splice(Math.floor(random.next() * present.length), 1);
      // Who leaves on the last day of a month is still a member of that month, and one of the next month's leavers.
      const exitDay = random.whole(0, daysIn(month) - 1);
      leaver!.exitMonth = exitDay === 0 ? month - 1 : month;
      leaver!.exitDay = exitDay === 0 ? daysIn(month - 1) : exitDay;
    }
    while (present.length < target) join(month);
  });
  giveBirthdays(everybody, first, last, random);
  return everybody;
};

const headcountByMonth = (plan: PlanBlueprint, months: number, random: Random): number[] =>
  Array.from({ length: months }, (_, i) => {
    if (i === months - 1) return plan.members;
    const wobble = plan.members > 100 ? 1 + 0.004 * random.normal() : 1;
    return Math.max(1, Math.round(plan.members * (1 + plan.growthPerYear) ** ((i + 1 - months) / 12) * wobble));
  });

/**
 * Ages at the last month (or on leaving) follow the fund's age distribution. Members who joined within the window are younger, balanced by
 * older earlier members.
 */
const giveBirthdays = (everybody: Tenure[], first: MonthIndex, last: MonthIndex, random: Random): void => {
  const stayers = everybody.filter((tenure) => tenure.exitMonth === Infinity);
  const joined = stayers.filter((tenure) => tenure.joinMonth >= first).length / Math.max(1, stayers.length);
  const tilt = Math.min(0.6, (1 - joined) / Math.max(0.01, joined));
  for (const tenure of everybody) {
    const isNew = tenure.joinMonth >= first;
    const older = tenure.exitMonth === Infinity ? (-tilt * joined) / Math.max(0.01, 1 - joined) : 0;
    const quantile = tilted(isNew ? tilt : older, random);
    const until = tenure.exitMonth === Infinity ? last : tenure.exitMonth;
    tenure.birthMonth = Math.min(until - Math.floor(12 * ageAtQuantile(quantile)), tenure.joinMonth - 16 * 12);
    tenure.birthDay = random.whole(1, daysIn(tenure.birthMonth));
  }
};

/** A random number in [0, 1) with density 1 + b (1 - 2u): mostly low for b > 0, mostly high for b < 0. */
const tilted = (b: number, random: Random): number => {
  const v = random.next();
  if (Math.abs(b) < 1e-6) return v;
  return Math.min(0.999999, (1 + b - Math.sqrt((1 + b) ** 2 - 4 * b * v)) / (2 * b));
};

/** Age distribution: 18-30 24 %, 31-44 36 %, 45-54 22 %, 55-66 18 %, a few of whom work until 71. */
const ageAtQuantile = (quantile: number): number => {
  if (quantile < 0.24) return 18 + 13 * (quantile / 0.24) ** 0.7;
  if (quantile < 0.6) return 31 + (14 * (quantile - 0.24)) / 0.36;
  if (quantile < 0.82) return 45 + (10 * (quantile - 0.6)) / 0.22;
  const rest = (quantile - 0.82) / 0.18;
  return rest < 0.95 ? 55 + (12 * rest) / 0.95 : 67 + (5 * (rest - 0.95)) / 0.05;
};

/** Whether somebody is a member on the last day of a month. */
export const isPresent = ({ joinMonth, exitMonth, exitDay }: Tenure, month: MonthIndex): boolean =>
  joinMonth <= month && (month < exitMonth || (month === exitMonth && exitDay === daysIn(month)));

/** Completed years at the end of the month. */
export const ageAt = (birthMonth: MonthIndex, month: MonthIndex): number => Math.floor((month - birthMonth) / 12);
