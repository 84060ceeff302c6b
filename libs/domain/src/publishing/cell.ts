import type { PublishingRules } from './publishing-rules.js';
import { mac, type PublishingSecret } from './record-key.js';
import { eldersBy, type Elders } from './twins.js';

/**
 * The public set of members that a query selects: one plan, one closed month, public filters and breakdowns. Secret conditions never
 * select it.
 */
export interface PublicSet {
  /** Sum of the members' record keys modulo 2^64. */
  key: bigint;
  /** Number of members in the set. */
  n: number;
  /** Number of all members of the plan in that month. */
  plan: number;
  /** yyyy-MM */
  month: string;
  /** Edition of the plan-month, from 1. */
  edition: number;
  /** Whether the set is all of the plan's members. */
  whole: boolean;
  /** The rules by which the edition is published. */
  rules: PublishingRules;
}

/**
 * Noise in -reach..reach by cumulative thresholds of 65,536: headcounts have variance 2 in one layer, flags of a whole plan 3 and flags of
 * a group 8 in each of two layers. The thresholds are those of the design's reference programme.
 */
const noiseTables = {
  headcount: { reach: 4, thresholds: [357, 2359, 9219, 23581, 41955, 56317, 63177, 65179, 65536] },
  plan: {
    reach: 6,
    thresholds: [38, 274, 1328, 4704, 12458, 25228, 40308, 53078, 60832, 64208, 65262, 65498, 65536],
  },
  group: {
    reach: 10,
    thresholds: [
      18, 77, 248, 684, 1663, 3607, 7013, 12282, 19477, 28151, 37385, 46059, 53254, 58523, 61929, 63873, 64852, 65288,
      65459, 65518, 65536,
    ],
  },
} as const;
export type NoiseTable = 'plan' | 'group';

const pick = (table: keyof typeof noiseTables, digest: Buffer): number => {
  const chance = digest.readUInt16BE(0);
  const { reach, thresholds } = noiseTables[table];
  return thresholds.findIndex((threshold) => chance < threshold) - reach;
};

/** A 64-bit key as 16 hexadecimal digits. */
export const hexKey = (key: bigint): string => key.toString(16).padStart(16, '0');

/** Counts the noise labels drawn, which are the cost of publishing: about 6 microseconds each. */
export interface Meter {
  drawn: number;
}

/**
 * A public set with its noise. The first layer depends on the set and the label, so that repeated queries get one answer. The second
 * layer also depends on the month and the edition, so that an unchanged set does not reveal a change exactly.
 */
export class Cell implements PublicSet {
  readonly key: bigint;
  readonly n: number;
  readonly plan: number;
  readonly month: string;
  readonly edition: number;
  readonly whole: boolean;
  readonly rules: PublishingRules;
  private readonly known = new Map<string, readonly [Buffer, Buffer]>();

  constructor(
    private readonly secret: PublishingSecret,
    { key, n, plan, month, edition, whole, rules }: PublicSet,
    private readonly meter: Meter = { drawn: 0 },
    readonly elders: Elders = eldersBy(rules),
  ) {
    this.key = key;
    this.n = n;
    this.plan = plan;
    this.month = month;
    this.edition = edition;
    this.whole = whole;
    this.rules = rules;
  }

  /** A public subset of the set, which is a set of its own: its key is the sum of its members' record keys. */
  subset(key: bigint, n: number): Cell {
    return new Cell(this.secret, { ...this, key, n, whole: false }, this.meter);
  }

  headcountNoise(): number {
    this.meter.drawn += 1;
    return pick('headcount', mac(this.secret, `S|${hexKey(this.key)}|n`));
  }

  noise(table: NoiseTable, label: string): number {
    const [first, second] = this.draws(label);
    return pick(table, first) + pick(table, second);
  }

  /** Noise with standard deviation 1, at most 3.46 away from 0. */
  deviate(label: string): number {
    let sum = 0;
    for (const digest of this.draws(label)) sum += digest.readUInt32BE(0) + digest.readUInt32BE(4) - 0xffffffff;
    return (sum / 2 ** 32) * 3 ** 0.5;
  }

  private draws(label: string): readonly [Buffer, Buffer] {
    const known = this.known.get(label);
    if (known) return known;
    this.meter.drawn += 1;
    const key = hexKey(this.key);
    const drawn = [
      mac(this.secret, `S|${key}|${label}`),
      mac(this.secret, `M|${key}|${label}|${this.month}|${this.edition}`),
    ] as const;
    this.known.set(label, drawn);
    return drawn;
  }
}
