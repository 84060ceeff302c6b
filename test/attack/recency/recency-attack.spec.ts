import { lookBacks } from '@superscope/contracts/analytics/look-back';
import { beforeAll, describe, expect, it } from 'vitest';
import { Random } from '../../demo-data/random.js';
import { sampleRecency, type RecencyModel, type RecencyReading } from './recency-chains.js';
import { distinctReadings } from './recency-readings.js';
import { publishRecency, simulatePlan, upgrades, type EditionOf, type NotedReading } from './simulated-recency.js';
import { attackNominations, attackSimulated, sureOf, type Judged } from './upgrade-attack.js';

const isLong = process.env['SUPERSCOPE_LONG'] === 'true';
const secretOf = (seed: number) => Buffer.alloc(32, seed);
const sampling = (seed: number, rounds: number) => ({
  burnIn: rounds / 4,
  samples: rounds,
  random: new Random('calibration', seed),
});

/** A plan of members who are in it for all months. */
const model = (members: number, months = 14): RecencyModel => ({
  months,
  members,
  spanOf: () => [0, months - 1],
  isNew: () => false,
});
const exactly = (value: number, members: number[], month: number, lookBack: RecencyReading['lookBack'] = 12) => ({
  month,
  members,
  lookBack,
  value,
  variance: 0,
});

describe('sampling when something last happened', () => {
  it('returns the fitted rates without readings', () => {
    const { posterior, prior } = sampleRecency(model(30), [], sampling(1, 400));
    for (const lookBack of lookBacks)
      expect(Math.abs(posterior[lookBack][3]! - prior[lookBack][3]!), String(lookBack)).toBeLessThan(0.1);
    expect(prior[1][0]!).toBeLessThan(prior[3][0]!);
    expect(prior[3][0]!).toBeLessThan(prior[12][0]!);
  });

  it('is sure of a member whom exact counts identify, over all look-backs', () => {
    const everybody = [...Array(6).keys()];
    const readings = [exactly(1, everybody, 13), exactly(0, everybody.slice(1), 13), exactly(0, everybody, 13, 3)];
    const { posterior } = sampleRecency(model(6), readings, sampling(2, 400));
    expect(posterior[12][0]!).toBeGreaterThan(0.75);
    expect(posterior[3][0]!).toBeLessThan(0.05);
    expect(posterior[12][1]!).toBeLessThan(0.1);
  });

  it('carries what happened in a month to the look-backs that contain it', () => {
    const { posterior } = sampleRecency(model(6), [exactly(6, [0, 1, 2, 3, 4, 5], 8, 1)], sampling(3, 400));
    for (const chance of posterior[12]) expect(chance).toBeGreaterThan(0.95);
  });
});

describe('readings', () => {
  it('of the same members are one in a month, and share half of their noise with those of other months', () => {
    const one: NotedReading = {
      month: 3,
      members: [1, 2],
      lookBack: 12,
      isWhole: false,
      edition: 1,
      draws: 1,
      figure: { kind: 'value', value: 12, variance: 16 },
    };
    const [twice] = distinctReadings([one, one]);
    expect(distinctReadings([one, one])).toHaveLength(1);
    expect(twice).toMatchObject({ value: 12, variance: 16 });
    expect(distinctReadings([one, { ...one, month: 6 }]).map(({ variance }) => variance)).toEqual([24, 24]);
    expect(distinctReadings([one, { ...one, lookBack: 3 }]).map(({ variance }) => variance)).toEqual([16, 16]);
  });

  it('of a group are at quarter ends over 3 and 12 months, those of the plan monthly, also over 1', () => {
    const plan = simulatePlan({ members: 60, months: 12, seed: 1 });
    const noted = publishRecency(plan, secretOf(1), [upgrades.twins]);
    for (const { isWhole, month, lookBack } of noted)
      if (!isWhole) expect([(month + 1) % 3, lookBack !== 1]).toEqual([0, true]);
    const whole = noted.filter(({ isWhole }) => isWhole);
    expect(new Set(whole.map(({ month }) => month)).size).toBeGreaterThan(8);
    expect(new Set(noted.map(({ lookBack }) => lookBack))).toEqual(new Set(lookBacks));
  });
});

/** The attack on several funds, each with its own secret. */
const attacked = (
  attack: typeof attackSimulated,
  sizes: readonly [members: number, funds: number][],
  editions: readonly EditionOf[],
  rounds: number,
): Judged[] =>
  sizes.flatMap(([members, funds]) =>
    Array.from({ length: funds }, (_, i) => i + 1).flatMap((seed) =>
      attack(simulatePlan({ members, months: 36, seed }), secretOf(seed), editions, sampling(seed, rounds)),
    ),
  );

const funds: [number, number][] = isLong
  ? [
      [60, 12],
      [300, 4],
      [1_300, 1],
    ]
  : [
      [40, 3],
      [80, 2],
    ];

describe.each([
  ['sign-ins', 'once', attackSimulated, [upgrades.twins]],
  ['sign-ins', 'before and after the upgrade', attackSimulated, [upgrades.rows, upgrades.twins]],
  ['nominations', 'once', attackNominations, [upgrades.twins]],
  ['nominations', 'before and after the upgrade', attackNominations, [upgrades.rows, upgrades.twins]],
] as const)('the attack on %s of simulated funds, %s', (_, __, attack, editions) => {
  let judged: Judged[];
  beforeAll(
    () => void (judged = attacked(attack, funds, editions, isLong ? 2_000 : 300)),
    isLong ? 3_600_000 : 240_000,
  );

  it('is right as often as it is sure', () => {
    expect(judged.length).toBeGreaterThan(200);
    for (const [low, high] of [
      [0, 0.05],
      [0.05, 0.2],
      [0.2, 0.5],
      [0.5, 0.8],
      [0.8, 1.01],
    ] as const) {
      const those = judged.filter(({ chance }) => chance >= low && chance < high);
      if (those.length < 30) continue;
      const expected = those.reduce((sum, { chance }) => sum + chance, 0);
      const right = those.filter(({ truth }) => truth).length;
      // Claims of one fund share its readings, so luck varies more than for independent draws.
      const luck = 4 * Math.sqrt(those.reduce((sum, { chance }) => sum + chance * (1 - chance), 0)) + 2;
      expect(Math.abs(right - expected), `${right} of ${those.length} from ${low} to ${high}`).toBeLessThan(luck);
    }
    const { sure, right } = sureOf(judged.map((each) => ({ chance: each.chance, prior: 0.5, truth: each.truth })));
    if (sure > 0) expect(right / sure).toBeGreaterThan(0.95 - 2 * Math.sqrt((0.95 * 0.05) / sure));
  });

  it('is sure of hardly anybody whom the rates do not tell', () => {
    const { right, byPrior, sure } = sureOf(judged);
    expect(right - byPrior).toBeLessThan(3 + 0.1 * sure);
  });
});
