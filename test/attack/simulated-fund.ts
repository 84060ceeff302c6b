import { Random } from '../demo-data/random.js';
import { publicDimensions, type PublicDimension } from './cells.js';
import { Employer } from './employer.js';
import { headcount } from './facts.js';
import { PlanKnowledge } from './knowledge.js';
import type { Mechanism } from './mechanism.js';
import type { Answer, PortalAsker, Query, Result } from './portal-asker.js';

type Table = Record<PublicDimension, (string | undefined)[][]>;

/** One plan in memory, for specs: people with public attributes, and for each fact's member those who have it by month. */
export interface SimulatedFund {
  knowledge: PlanKnowledge;
  having: ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<number>>>;
}

/** Most are alike in most, so that a few stand out. */
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
};

/** A plan of people drawn at random, who leave with the chance `churn` a month; each of `facts` is had by two in five of them, for good. */
export function simulateFund(
  members: number,
  months: readonly string[],
  facts: readonly string[],
  { churn = 0.02, seed = 1 } = {},
): SimulatedFund {
  const random = new Random('simulated', seed);
  const people = Array.from({ length: members }, () => ({
    ...Object.fromEntries(publicDimensions.map((name) => [name, random.weighted(values[name])])),
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
      people.map(() => 40),
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

/** Counts of 1 to 10 are withheld; the others are true, or carry noise of the variance that adjusted answers have. */
export function employerOf({ knowledge, having }: SimulatedFund, mechanism: Mechanism): Employer {
  const noise = new Random('noise');
  const kept = new Map<string, number>();
  const noiseOf = (key: string) => {
    if (!kept.has(key)) kept.set(key, mechanism === 'exact' ? 0 : Math.round(4 * noise.normal()));
    return kept.get(key)!;
  };
  const answer = ({ filters = [], dimensions = [] }: Query): Result => {
    const fact = filters.find(({ member }) => having.has(member))?.member;
    const fixed = filters.filter(({ member }) => publicDimensions.some((name) => member === `Member.${name}`));
    const result: Result = { data: [], suppressed: [] };
    for (const month of knowledge.months) {
      const groups = new Map<string, number[]>();
      for (const member of knowledge.members({}, month)) {
        const valueOf = (name: string) =>
          knowledge.valueOf(name.slice('Member.'.length) as PublicDimension, month, member)!;
        if (!fixed.every((filter) => filter.values.includes(valueOf(filter.member)))) continue;
        if (fact && !having.get(fact)!.get(month)!.has(member)) continue;
        const key = JSON.stringify(dimensions.map(valueOf));
        groups.set(key, [...(groups.get(key) ?? []), member]);
      }
      for (const [key, { length }] of groups) {
        const told = Object.fromEntries(dimensions.map((name, at) => [name, (JSON.parse(key) as string[])[at]!]));
        const isSmall = length <= 10;
        if (isSmall) result.suppressed!.push({ row: result.data.length, members: [headcount], reason: 'small' });
        const group = JSON.stringify([month, fact, fixed.map((filter) => filter.values), key]);
        const published = isSmall ? null : length + noiseOf(group);
        result.data.push({ ...told, 'MemberSnapshot.month': `${month}-01T00:00:00.000`, [headcount]: published });
      }
    }
    return result;
  };
  const asks = { ask: async (queries: readonly Query[]): Promise<Answer[]> => queries.map((query) => [answer(query)]) };
  return new Employer(asks as PortalAsker, mechanism, [knowledge], knowledge.months);
}
