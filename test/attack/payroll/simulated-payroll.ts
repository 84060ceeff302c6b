import { isQuarterEnd } from '@superscope/domain/calendar-dates';
import { Cell } from '@superscope/domain/publishing/cell';
import { average, flag, headcount, least, type AverageOf } from '@superscope/domain/publishing/publish';
import { isFigure } from '@superscope/domain/publishing/published';
import { newestRules } from '@superscope/domain/publishing/publishing-rules';
import { memberKeys } from '@superscope/domain/publishing/record-key';
import { salaryGroup, salaryGroups } from '@superscope/domain/scoring/member-groups';
import type { PopulationPlan } from '../budget/population.js';
import { countVariance, roundedShareVariance } from '../mechanism.js';

/** A member of a plan of several companies. Everything but the salary is known to each of the companies. */
export interface Employee {
  company: string;
  gender: string;
  ageGroup: string;
  state: string;
  category: string;
  /** Dollars a year. Pay stays the same in all months, which helps the attacker. */
  salary: number;
  /** First and last month in the plan. */
  span: readonly [number, number];
}

/** What an employer reads of one group in one month. */
export interface PayrollReading {
  kind: 'amount' | 'boundary';
  /** Members of other companies in the group. */
  others: readonly number[];
  /** Dollars that the others earn together, or the number of them below the boundary; or bounds of the latter. */
  value: number | { low: number; high: number };
  variance: number;
  /** The place of the salary group up to which members are counted. */
  boundary?: number;
}

/** Employer contributions of a month, as a share of the yearly salary. */
const contributed = 0.12 / 12;

const salaryOf: AverageOf = { kind: 'presence', average: 'avg:salary', known: 'known:salary', some: 'some:salary' };
const contributionsOf: AverageOf = {
  kind: 'presence',
  average: 'avg:employerContributions',
  known: 'known:employerContributions',
  some: 'some:employerContributions',
};

/** The members of a generated plan whose salary is known. */
export function employeesOf({ rows }: PopulationPlan): Employee[] {
  const found = new Map<string, Employee>();
  for (const [time, those] of rows.entries())
    for (const [memberId, row] of those) {
      const cents = row['salary_cents'] as number | null;
      if (cents === null) continue;
      found.set(memberId, {
        company: String(row['company_id']),
        gender: String(row['gender']),
        ageGroup: String(row['age_group']),
        state: String(row['address_state']),
        category: String(row['category_id']),
        salary: cents / 100,
        span: [found.get(memberId)?.span[0] ?? time, time],
      });
    }
  return [...found.values()];
}

type Column = 'gender' | 'ageGroup' | 'state' | 'company' | 'category';
const sets: readonly (readonly Column[])[] = [
  [],
  ...([['gender'], ['ageGroup'], ['state'], ['company'], ['category']] as const),
  ...([
    ['gender', 'ageGroup'],
    ['gender', 'state'],
    ['ageGroup', 'state'],
    ['gender', 'ageGroup', 'state'],
  ] as const),
];

interface Group {
  time: number;
  members: number[];
  isPlan: boolean;
  plan: number;
}

function* groupsOf(employees: readonly Employee[], months: readonly string[]): Generator<Group> {
  for (const time of months.keys()) {
    const present = [...employees.keys()].filter((member) => {
      const [first, last] = employees[member]!.span;
      return first <= time && time <= last;
    });
    const known = new Set<string>();
    for (const columns of sets) {
      const cells = new Map<string, number[]>();
      for (const member of present) {
        const cell = columns.map((column) => employees[member]![column]).join('|');
        const those = cells.get(cell);
        if (those) those.push(member);
        else cells.set(cell, [member]);
      }
      for (const members of cells.values()) {
        const id = members.join();
        if (members.length < least || known.has(id)) continue;
        known.add(id);
        yield { time, members, isPlan: columns.length === 0, plan: present.length };
      }
      if (!isQuarterEnd(months[time]!)) break;
    }
  }
}

export interface PayrollKnowledge {
  employees: readonly Employee[];
  months: readonly string[];
  /** The company whose payroll the attacker has. */
  own: string;
}

/** Every sum of others' salaries that follows from exact averages, as they were published before plans said whether they have one payroll. */
export function readExactly({ employees, months, own }: PayrollKnowledge): PayrollReading[] {
  return [...groupsOf(employees, months)].map(({ members }) => {
    const sum = members.reduce((total, member) => total + employees[member]!.salary, 0);
    const told = (Math.round((100 * sum) / members.length) / 100) * members.length;
    return amountReading({ employees, months, own }, members, told, (0.01 * members.length) ** 2 / 12);
  });
}

const amountReading = (
  { employees, own }: PayrollKnowledge,
  members: readonly number[],
  sum: number,
  variance: number,
): PayrollReading => {
  const others = members.filter((member) => employees[member]!.company !== own);
  const known = members.reduce((total, member) => {
    const { company, salary } = employees[member]!;
    return company === own ? total + salary : total;
  }, 0);
  return { kind: 'amount', others, value: sum - known, variance };
};

/** Everything about pay that is published of a plan whose employers do not share one payroll. */
export function readPublished(knowledge: PayrollKnowledge, secret: Buffer): PayrollReading[] {
  const { employees, months, own } = knowledge;
  const keys = employees.map((_, member) => memberKeys(secret, String(member)).recordKey);
  const told: { reading: PayrollReading; set: string; noise: number }[] = [];
  for (const { time, members, isPlan, plan } of groupsOf(employees, months)) {
    const n = members.length;
    const key = BigInt.asUintN(
      64,
      members.reduce((sum, member) => sum + keys[member]!, 0n),
    );
    const whole = n === plan;
    const cell = new Cell(secret, { key, n, plan, month: months[time]!, edition: 1, whole, rules: newestRules });
    const base = headcount(cell);
    for (const [of, unit] of [
      [salaryOf, 1],
      [contributionsOf, contributed],
    ] as const) {
      const cents = members.map((member) => Math.round(100 * employees[member]!.salary * unit));
      const total = cents.reduce((sum, each) => sum + each, 0);
      const [lowest, highest] = [Math.min(...cents), Math.max(...cents)];
      const published = average(cell, base, of, { have: n, nonzero: n, total, lowest, highest });
      if (!isFigure(published)) continue;
      const toDollars = 1 / (100 * unit);
      const distance = Math.max(highest - total / n, total / n - lowest) * toDollars;
      const noise = (whole ? 6 : 16) * distance ** 2;
      const step = (published.value >= 1_000_000 ? 10_000 : published.value >= 100_000 ? 1_000 : 100) * toDollars;
      told.push({
        reading: amountReading(knowledge, members, published.value * n * toDollars, noise + (n * step) ** 2 / 12),
        set: `${of.average} ${key}`,
        noise,
      });
    }
    if (!isPlan && !isQuarterEnd(months[time]!)) continue;
    for (const boundary of salaryGroups.slice(0, -2).keys()) {
      const isBelow = (member: number) => placeOf(employees[member]!.salary) <= boundary;
      const k = members.filter(isBelow).length;
      const { count, share } = flag(cell, base, `salaryGroup<=${boundary + 1}`, k);
      const others = members.filter((member) => employees[member]!.company !== own);
      const mine = members.filter((member) => employees[member]!.company === own && isBelow(member)).length;
      const noise = countVariance('adjusted', whole);
      const note = (value: number, variance: number) =>
        told.push({
          reading: { kind: 'boundary', others, value: value - mine, variance, boundary },
          set: `${boundary} ${key}`,
          noise,
        });
      if (isFigure(count)) note(count.value, noise);
      else if (isFigure(share)) note((share.value / 100) * base.value!, noise + roundedShareVariance(n));
    }
  }
  const times = new Map<string, number>();
  for (const { set } of told) times.set(set, (times.get(set) ?? 0) + 1);
  // The lasting half of the noise is the same in every month of the set.
  return told.map(({ reading, set, noise }) => ({
    ...reading,
    variance: reading.variance + (noise / 2) * (times.get(set)! - 1),
  }));
}

/** The place of a salary's group in the catalogue's order. */
export const placeOf = (salary: number): number => salaryGroups.indexOf(salaryGroup(Math.round(100 * salary)));
