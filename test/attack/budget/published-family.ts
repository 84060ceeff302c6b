import { makeEngaged } from '@superscope/api/analytics/model/secret-columns';
import { isQuarterEnd } from '@superscope/domain/calendar-dates';
import { Cell } from '@superscope/domain/publishing/cell';
import { flag, headcount, least, type Condition } from '@superscope/domain/publishing/publish';
import { isFigure, type Published } from '@superscope/domain/publishing/published';
import type { PublishingRules } from '@superscope/domain/publishing/publishing-rules';
import { memberKeys } from '@superscope/domain/publishing/record-key';
import { eldersBy } from '@superscope/domain/publishing/twins';
import { countVariance, roundedShareVariance } from '../mechanism.js';
import type { FamilyReading } from './family-chains.js';
import type { SecretFact } from './secret-facts.js';

/** A set of members that may be asked about in a month. */
export interface PublicGroup {
  time: number;
  month: string;
  members: Int32Array;
  /** Number of all members of the plan in that month. */
  plan: number;
  /** The number of public columns that it is asked by; 0 for the whole plan. */
  columns: number;
}

/** An edition of every month, and the rules by which it is published. */
export interface SimulatedEdition {
  edition: number;
  rules: PublishingRules;
}

export interface FamilyPublication {
  secret: Buffer;
  editions: readonly SimulatedEdition[];
  family: readonly SecretFact[];
  /** The truth of a fact, by its place in the family. */
  has: (fact: number, time: number, member: number) => boolean;
  /** Also asks about the members with the fact of this place only. */
  engaged?: number;
}

/** What one published count tells: the number or its bounds, with the group, and which states count. */
interface Told {
  group: PublicGroup;
  /** Identifies the lasting half of the noise. */
  set: string;
  pattern: string;
  value: FamilyReading['value'];
  variance: number;
  noise: number;
}

export interface FamilyReadings {
  readings: FamilyReading[];
  weights: Float64Array[];
}

/** The number of facts' noises that a number contains, and the facts that it adds up. */
const factPattern = (fact: number, isEngaged: boolean) => `${isEngaged ? 'engaged ' : ''}${fact}`;

/** The weight of each state, from `fact` or `fact less sign x elder`, of everybody or of the engaged. */
function weightsOf(pattern: string, states: readonly number[], engaged: number | undefined): Float64Array {
  const isEngaged = pattern.startsWith('engaged ');
  const [younger, elder, sign] = pattern.replace('engaged ', '').split(',').map(Number);
  const bit = (state: number, fact: number) => (state >> fact) & 1;
  return Float64Array.from(states, (state) => {
    if (isEngaged && !bit(state, engaged!)) return 0;
    return bit(state, younger!) - (elder === undefined ? 0 : sign! * bit(state, elder));
  });
}

/** All that is published of a family of facts, as the attacker reads it: of twins the elder and the difference, whose noise is one fact's. */
export function readFamily(
  groups: readonly PublicGroup[],
  publication: FamilyPublication,
  states: readonly number[],
): FamilyReadings {
  const told = groups.flatMap((group) => publishGroup(group, publication));
  const times = new Map<string, number>();
  for (const { set } of told) times.set(set, (times.get(set) ?? 0) + 1);
  const patterns = [...new Set(told.map(({ pattern }) => pattern))];
  return {
    weights: patterns.map((pattern) => weightsOf(pattern, states, publication.engaged)),
    readings: told.map(({ group, set, pattern, value, variance, noise }) => ({
      time: group.time,
      members: group.members,
      pattern: patterns.indexOf(pattern),
      value,
      // The lasting half of the noise is the same in every month and edition of the set.
      variance: typeof value === 'number' ? variance + (noise / 2) * (times.get(set)! - 1) : variance,
    })),
  };
}

const keys = new WeakMap<Buffer, bigint[]>();
function keyOf(secret: Buffer, members: Int32Array): bigint {
  let known = keys.get(secret);
  if (!known) keys.set(secret, (known = []));
  let sum = 0n;
  for (const member of members) sum += known[member] ??= memberKeys(secret, String(member)).recordKey;
  return BigInt.asUintN(64, sum);
}

function publishGroup(group: PublicGroup, publication: FamilyPublication): Told[] {
  const { secret, editions, family, has, engaged } = publication;
  const { time, month, members, plan, columns } = group;
  const n = members.length;
  const whole = n === plan;
  const key = keyOf(secret, members);
  const counted = (of: (member: number) => boolean) => members.reduce((sum, member) => sum + Number(of(member)), 0);
  const told: Told[] = [];
  for (const { edition, rules } of editions) {
    const cell = new Cell(secret, { key, n, plan, month, edition, whole, rules });
    const base = headcount(cell);
    const may = (fact: SecretFact) => {
      const { ofPlan, groupLeast } = rules >= 2 ? fact : fact.before;
      return columns === 0 || (!ofPlan && isQuarterEnd(month) && n >= groupLeast);
    };
    const ask = (k: (fact: number) => number, of: number, published: Published, condition: Condition | null) =>
      family.map((fact, at) => {
        // Facts that make a member engaged have the same number with the condition and without it.
        if (!may(fact) || (condition !== null && (at === engaged || makeEngaged.has(fact.label)))) return null;
        return readCount(of, published, flag(cell, base, fact.label, k(at), condition));
      });
    const elderOf = (at: number) => {
      const found = eldersBy(rules).get(family[at]!.label);
      const elder = found && family.findIndex(({ label }) => label === found.label);
      return found && { place: elder === -1 ? undefined : elder, sign: found.sign };
    };
    const note = (figures: (Figure | null)[], isPlan: boolean, isEngaged: boolean) => {
      const noise = countVariance('adjusted', isPlan);
      for (const [at, figure] of figures.entries()) {
        if (figure === null) continue;
        const add = (pattern: string, value: Told['value'], terms: number, more = 0, name = pattern) =>
          told.push({
            group,
            set: `${key} ${name}`,
            pattern,
            value,
            variance: terms * noise + more,
            noise: terms * noise,
          });
        const own = factPattern(at, isEngaged);
        const younger = elderOf(at);
        const elder = younger?.place === undefined ? null : figures[younger.place];
        if (typeof figure.value !== 'number') add(own, figure.value, younger ? 2 : 1);
        else if (younger && elder && typeof elder.value === 'number') {
          const { place, sign } = younger;
          add(`${own},${place},${sign}`, figure.value - sign * elder.value, 1, figure.more + elder.more);
        } else add(own, figure.value, younger ? 2 : 1, figure.more, younger ? `${own} twin` : own);
        const reach = 3.5 * Math.sqrt((younger ? 2 : 1) * noise);
        // Further away the limits exclude nothing that the number does not.
        if (figure.limits && typeof figure.value === 'number')
          if (figure.value - reach < figure.limits.low || figure.value + reach > figure.limits.high)
            told.push({ group, set: '', pattern: own, value: figure.limits, variance: 0.12, noise: 0 });
      }
    };
    note(
      ask((at) => counted((member) => has(at, time, member)), n, base, null),
      whole,
      false,
    );
    if (engaged === undefined || columns > 2 || (columns === 0 && !isQuarterEnd(month))) continue;
    const isEngaged = (member: number) => has(engaged, time, member);
    const k = counted(isEngaged);
    const condition = { label: 'engaged', n: k, base: flag(cell, base, 'engaged', k).count };
    note(
      ask((at) => counted((member) => isEngaged(member) && has(at, time, member)), k, condition.base, condition),
      false,
      true,
    );
  }
  return told;
}

/** A count as it can be read from an answer. `more`: the variance of rounding; `limits`: between which the true count lies. */
interface Figure {
  value: FamilyReading['value'];
  more: number;
  limits?: { low: number; high: number };
}

function readCount(n: number, base: Published, { count, share }: ReturnType<typeof flag>): Figure | null {
  if (!isFigure(base)) return null;
  const limits = { low: least, high: n - least };
  if (isFigure(count)) return { value: count.value, more: 0, limits };
  if (isFigure(share)) return { value: (share.value / 100) * base.value, more: roundedShareVariance(n), limits };
  if (share.because === '<11') return { value: { low: 0, high: 10 }, more: 0 };
  return share.because === 'least' ? { value: { low: n - 10, high: n }, more: 0 } : null;
}
