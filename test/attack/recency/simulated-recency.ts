import type { PublishingRules } from '@superscope/domain/publishing/publishing-rules';
import { eldersBy } from '@superscope/domain/publishing/twins';
import { Cell as PublishedCell } from '@superscope/domain/publishing/cell';
import { flag, headcount } from '@superscope/domain/publishing/publish';
import { memberKeys } from '@superscope/domain/publishing/record-key';
import { isFigure } from '@superscope/domain/publishing/published';
import { lookBacks, type LookBack } from '@superscope/contracts/analytics/look-back';
import { Random } from '../../demo-data/random.js';
import { dimensionSets, dimensionsOf, publicDimensions, type Cell, type PublicDimension } from '../cells.js';
import { cellsOf } from '../book.js';
import type { Figure } from '../figure.js';
import { PlanKnowledge } from '../knowledge.js';
import { countVariance } from '../mechanism.js';

export interface SimulatedPlan {
  knowledge: PlanKnowledge;
  /** Whether a member has nominated somebody, by month and member. Few begin or cease to have. */
  nominated: readonly (readonly boolean[])[];
  /** Months since a member's newest sign-in, by month and member; Infinity before the first. */
  ages: readonly (readonly number[])[];
  /** Members whose rows of a month the first edition counts although they had left before its end. */
  leavers: readonly (readonly number[])[];
}

interface Shape {
  members: number;
  months: number;
  seed: number;
  /** The share of members who ever sign in, and how often they do, a month. */
  ever?: number;
  hazard?: number;
}

const churn = 0.015;
/** The share of members who have nominated somebody when they are first seen, and how many begin and cease to have, a month. */
export const nominations = { share: 0.45, begins: 0.006, ends: 0.002 };
const values: Record<PublicDimension, [string, number][]> = {
  gender: [
    ['Female', 11],
    ['Male', 9],
  ],
  ageGroup: [
    ['30 and below', 22],
    ['31 - 44', 36],
    ['45 - 54', 22],
    ['55 - 64', 16],
    ['65+', 4],
  ],
  salaryGroup: [
    ['$65k and below', 25],
    ['$65k - $100k', 40],
    ['$100k - $150k', 22],
    ['$150k and above', 13],
  ],
  addressState: [
    ['NSW', 32],
    ['VIC', 26],
    ['QLD', 20],
    ['WA', 10],
    ['SA', 7],
    ['ACT', 3],
    ['TAS', 2],
  ],
  companyId: [
    ['E1', 3],
    ['E2', 1],
  ],
  categoryId: [
    ['C1', 2],
    ['C2', 1],
  ],
  birthGroup: [
    ['1975 - 1979', 2],
    ['1990 - 1994', 3],
  ],
};

/** A plan of constant size, whose members join and leave, and sign in more often after campaigns. */
export function simulatePlan({ members, months, seed, ever = 0.7, hazard = 0.08 }: Shape): SimulatedPlan {
  const random = new Random('recency', seed, members);
  // By themselves, so that the other attributes stay as they were before there were birth groups.
  const births = new Random('births', seed, members);
  const people: { first: number; last: number; attributes: Record<PublicDimension, string>; isEver: boolean }[] = [];
  const join = (first: number) => {
    let last = first;
    while (last < months && !random.chance(churn)) last += 1;
    const attributes = Object.fromEntries(
      publicDimensions.map((name) => [name, (name === 'birthGroup' ? births : random).weighted(values[name])]),
    ) as Record<PublicDimension, string>;
    people.push({ first, last: Math.min(last, months - 1), attributes, isEver: random.chance(ever) });
    return last;
  };
  for (let seat = 0; seat < members; seat += 1) for (let first = 0; first < months;) first = join(first) + 1;
  const lift = Array.from({ length: months }, (_, month) => [2.2, 1.4, 1, 1, 1, 1][month % 6]! / 1.27);
  const ages = Array.from({ length: months }, () => new Array<number>(people.length).fill(Infinity));
  for (const [member, { first, last, isEver }] of people.entries()) {
    let age = first > 0 || !isEver ? Infinity : Math.floor(Math.log(1 - random.next()) / Math.log(1 - hazard));
    for (let month = first; month <= Math.min(months - 1, last + 1); month += 1) {
      if (month > first) age = isEver && random.chance(hazard * lift[month]!) ? 0 : age + 1;
      ages[month]![member] = age;
    }
  }
  const nominated = ages.map((): boolean[] => []);
  for (const [member, { first, last }] of people.entries()) {
    let has = random.chance(nominations.share);
    for (let month = first; month <= Math.min(months - 1, last + 1); month += 1) {
      if (month > first) has = random.chance(has ? 1 - nominations.ends : nominations.begins);
      nominated[month]![member] = has;
    }
  }
  const names = Array.from(
    { length: months },
    (_, month) => `${2020 + Math.floor(month / 12)}-${String(1 + (month % 12)).padStart(2, '0')}`,
  );
  const table = (name: PublicDimension) =>
    names.map((_, month) =>
      people.map(({ first, last, attributes }) => (month >= first && month <= last ? attributes[name] : undefined)),
    );
  const tables = Object.fromEntries(publicDimensions.map((name) => [name, table(name)]));
  const knowledge = new PlanKnowledge(
    `simulated ${seed}`,
    names,
    people.length,
    tables as Record<PublicDimension, (string | undefined)[][]>,
    names.map(() => people.map(() => 40)),
  );
  const leavers = names.map((_, month) =>
    [...people.keys()].filter((member) => people[member]!.last === month - 1 && month > 0),
  );
  return { knowledge, ages, nominated, leavers };
}

/** One published count, with what identifies its lasting noise: readings of the same members share it. */
export interface NotedReading {
  month: number;
  members: readonly number[];
  lookBack: LookBack;
  figure: Figure;
  isWhole: boolean;
  /** From 1. */
  edition: number;
  /** How many draws of noise it has: a younger twin's two. */
  draws: number;
}

/** What an edition of a month counts: also the rows of members who had left before its end, or members only. */
export interface EditionOf {
  counts: 'rows' | 'members';
  rules: PublishingRules;
}

/** The editions of a plan-month through two upgrades: one ended the rows of members who had left, the next made twins share noise. */
export const upgrades = {
  rows: { counts: 'rows', rules: 1 },
  members: { counts: 'members', rules: 1 },
  twins: { counts: 'members', rules: 2 },
} as const satisfies Record<string, EditionOf>;

/** A fact of members that is published for the whole plan every month and, unless `ofPlan` is set, for groups at quarter ends. */
export interface SimulatedFact {
  label: string;
  ofPlan?: true;
  has: (month: number, member: number) => boolean;
}

/** One published count of a simulated fact. */
export type NotedCount<Fact> = Omit<NotedReading, 'lookBack'> & { fact: Fact };

/** All that the mechanism publishes of a plan's sign-ins in the editions of every month. */
export const publishRecency = (plan: SimulatedPlan, secret: Buffer, editions: readonly EditionOf[]): NotedReading[] =>
  publishFacts(
    plan,
    secret,
    editions,
    lookBacks.map((lookBack) => ({
      lookBack,
      label: `lastSignIn:${lookBack}`,
      ...(lookBack === 1 ? { ofPlan: true as const } : {}),
      has: (month: number, member: number) => plan.ages[month]![member]! < lookBack,
    })),
  ).map(({ fact, ...reading }) => ({ ...reading, lookBack: fact.lookBack }));

/** All that the mechanism publishes of some facts in the editions of every month. Uses the portal's own publishing. */
export function publishFacts<Fact extends SimulatedFact>(
  { knowledge, leavers }: SimulatedPlan,
  secret: Buffer,
  editions: readonly EditionOf[],
  facts: readonly Fact[],
): NotedCount<Fact>[] {
  const keys = Array.from(
    { length: knowledge.memberCount },
    (_, member) => memberKeys(secret, String(member)).recordKey,
  );
  const cells = dimensionSets(3).flatMap((set) => cellsOf(knowledge, set));
  const readings: NotedCount<Fact>[] = [];
  for (const [at, month] of knowledge.months.entries())
    for (const [before, { counts, rules }] of editions.entries()) {
      const edition = before + 1;
      const counted = (cell: Cell) =>
        counts === 'rows'
          ? [...knowledge.members(cell, month), ...leavers[at]!.filter((member) => isIn(knowledge, cell, at, member))]
          : knowledge.members(cell, month);
      const plan = counted({}).length;
      for (const cell of cells) {
        const isPlan = dimensionsOf(cell).length === 0;
        if (!isPlan && Number(month.slice(5)) % 3 !== 0) continue;
        const members = counted(cell);
        if (members.length < 11) continue;
        const isWhole = members.length === plan;
        const key = BigInt.asUintN(
          64,
          members.reduce((sum, member) => sum + keys[member]!, 0n),
        );
        const set = new PublishedCell(secret, {
          key,
          n: members.length,
          plan,
          month,
          edition,
          whole: isWhole,
          rules,
        });
        for (const fact of facts) {
          if (fact.ofPlan && !isPlan) continue;
          const k = members.filter((member) => fact.has(at, member)).length;
          const draws = eldersBy(rules).has(fact.label) ? 2 : 1;
          const figure = figureOf(set, fact.label, k, draws * countVariance('adjusted', isWhole));
          if (figure) readings.push({ month: at, members, fact, figure, isWhole, edition, draws });
        }
      }
    }
  return readings;
}

const isIn = (knowledge: PlanKnowledge, cell: Cell, month: number, member: number): boolean =>
  dimensionsOf(cell).every((name) => knowledge.valueOf(name, knowledge.months[month - 1]!, member) === cell[name]);

function figureOf(set: PublishedCell, label: string, k: number, variance: number): Figure | null {
  const members = headcount(set);
  const { count, share } = flag(set, members, label, k);
  if (isFigure(count)) return { kind: 'value', value: count.value, variance };
  if (isFigure(share))
    return {
      kind: 'value',
      value: (share.value / 100) * members.value!,
      variance: variance + (0.1 * set.n) ** 2 / 12,
    };
  if (share.because === '<11') return { kind: 'between', low: 0, high: Math.min(10, set.n) };
  return share.because === 'least' ? { kind: 'between', low: Math.max(0, set.n - 10), high: set.n } : null;
}
