import { Random } from '../demo-data/random.js';
import { publicDimensions, type PublicDimension } from './cells.js';
import { Employer } from './employer.js';
import { headcount } from './facts.js';
import { PlanKnowledge } from './knowledge.js';
import { monthlyVariance, type Mechanism } from './mechanism.js';
import type { Answer, PortalAsker, Query, Result } from './portal-asker.js';

type Table = Record<PublicDimension, (string | undefined)[][]>;

/** One plan in memory, for specs: members with public attributes, and the members with each fact by month. */
export interface SimulatedFund {
  knowledge: PlanKnowledge;
  having: ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<number>>>;
}

/** Values with frequencies. Rare values make a few members stand out. */
const values: Record<PublicDimension, [string, number][]> = {
  gender: [
    ['Female', 1],
    ['Male', 3],
  ],
  ageGroup: [
    ['30 and below', 10],
    ['31 - 44', 10],
    ['65+', 1],
  ],
  salaryGroup: [
    ['$65k', 6],
    ['$250k', 1],
  ],
  addressState: [
    ['NSW', 6],
    ['SA', 3],
    ['NT', 1],
  ],
  companyId: [['P1-E1', 1]],
  categoryId: [['P1-C1', 1]],
  birthGroup: [
    ['1980 - 1984', 9],
    ['1950 - 1954', 1],
  ],
};

/** A plan of random members who leave with probability `churn` a month. Two in five have each of `facts`, permanently. */
export function simulateFund(
  members: number,
  months: readonly string[],
  facts: readonly string[],
  { churn = 0.02, seed = 1 } = {},
): SimulatedFund {
  const random = new Random('simulated', seed);
  // By themselves, so that the other attributes stay as they were before there were birth groups.
  const births = new Random('births', seed);
  const people = Array.from({ length: members }, () => ({
    ...Object.fromEntries(
      publicDimensions.map((name) => [name, (name === 'birthGroup' ? births : random).weighted(values[name])]),
    ),
    leaves: months.findIndex(() => random.chance(churn)),
    facts: facts.map(() => random.chance(0.4)),
  })) as (Record<PublicDimension, string> & { leaves: number; facts: boolean[] })[];
  const isThere = (at: number, person: number) => people[person]!.leaves === -1 || at <= people[person]!.leaves;
  const places = [...people.keys()];
  const table = (name: PublicDimension) =>
    months.map((_, at) => people.map((person, place) => (isThere(at, place) ? person[name] : undefined)));
  return {
    knowledge: new PlanKnowledge(
      ...(['P1', months, members] as const),
      Object.fromEntries(publicDimensions.map((name) => [name, table(name)])) as Table,
      months.map(() => people.map(() => 40)),
    ),
    having: new Map(
      facts.map((fact, i) => [
        fact,
        new Map(
          months.map((month, at) => [
            month,
            new Set(places.filter((place) => people[place]!.facts[i] && isThere(at, place))),
          ]),
        ),
      ]),
    ),
  };
}

/**
 * An employer of the simulated fund. Counts of 1 to 10 are withheld; with adjusted numbers so are counts that leave 1 to 10 others. The
 * other counts are exact, or adjusted in two layers: one for the set of members, and one also for the month.
 */
export function employerOf({ knowledge, having }: SimulatedFund, mechanism: Mechanism): Employer {
  const random = new Random('noise');
  const drawn = new Map<string, number>();
  const draw = (key: string, variance: number) => {
    if (!drawn.has(key)) drawn.set(key, Math.round(Math.sqrt(variance) * random.normal()));
    return drawn.get(key)!;
  };
  const answer = ({ filters = [], dimensions = [] }: Query): Result => {
    const fact = filters.find(({ member }) => having.has(member))?.member;
    const fixed = filters.filter(({ member }) => publicDimensions.some((name) => member === `Member.${name}`));
    const result: Result = { data: [], suppressed: [] };
    // Filters other than the plan, the cell and a fact have no answer.
    if (filters.length > fixed.length + 1 + Number(fact !== undefined)) return result;
    for (const month of knowledge.months) {
      const groups = new Map<string, number[]>();
      const everybody = knowledge.members({}, month);
      for (const member of everybody) {
        const valueOf = (name: string) =>
          knowledge.valueOf(name.slice('Member.'.length) as PublicDimension, month, member)!;
        if (!fixed.every((filter) => filter.values.includes(valueOf(filter.member)))) continue;
        const key = JSON.stringify(dimensions.map(valueOf));
        groups.set(key, [...(groups.get(key) ?? []), member]);
      }
      for (const [key, members] of groups) {
        const told = Object.fromEntries(dimensions.map((name, at) => [name, (JSON.parse(key) as string[])[at]!]));
        const count = fact ? members.filter((each) => having.get(fact)!.get(month)!.has(each)).length : members.length;
        const layer = monthlyVariance(mechanism, members.length === everybody.length);
        const label = `${members.join()} ${fact}`;
        const adjusted = count + draw(label, layer) + draw(`${label} ${month}`, layer);
        const [isSmall, isMost] = [count <= 10 || adjusted <= 10, members.length - Math.max(count, adjusted) <= 10];
        const isHidden = isSmall || (isMost && fact !== undefined && mechanism === 'adjusted');
        const note = isSmall ? smallNote[mechanism] : { because: 'least' as const };
        if (isHidden) result.suppressed!.push({ row: result.data.length, members: [headcount], ...note });
        const at = { 'MemberSnapshot.month': `${month}-01T00:00:00.000` };
        result.data.push({ ...told, ...at, [headcount]: isHidden ? null : adjusted });
      }
    }
    return result;
  };
  const asks = { ask: async (queries: readonly Query[]): Promise<Answer[]> => queries.map((query) => [answer(query)]) };
  return new Employer(asks as PortalAsker, mechanism, [knowledge], knowledge.months);
}

const smallNote = { exact: { reason: 'small' }, adjusted: { because: '<11' } } as const;
