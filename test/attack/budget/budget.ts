import { attackFamily, budgetOf, knownPlan, netOf, type ToldOf } from './budget-attack.js';
import { Learned } from './learned-model.js';
import { population, type PopulationPlan } from './population.js';
import type { SimulatedEdition } from './published-family.js';
import { secretFacts, type SecretFact } from './secret-facts.js';

/** The plans that the attacker learns rates from. The attacked plans are among them. */
const learnedFrom = { seed: 1, months: 36, sizes: [1_300, 400, 300, 260, 190, 160, 130] };

/** Editions that were made by the second rules alone, and editions of both rules, as a plan has that was published before. */
export const editionsOf = {
  new: [{ edition: 1, rules: 2 }],
  both: [
    { edition: 1, rules: 1 },
    { edition: 2, rules: 2 },
  ],
} as const satisfies Record<string, readonly SimulatedEdition[]>;
export type Editions = keyof typeof editionsOf;

/** What is told of one secret in a plan of a size: sums over all secrets of the noise, of the family that tells most. */
export interface BudgetLine extends ToldOf {
  label: string;
  size: number;
  editions: Editions;
  /** Right claims net of those of the fitted rates, in percent of the members, on average. */
  net: number;
  /** The facts that were read together. */
  family: readonly string[];
}

export interface BudgetRequest {
  sizes: readonly number[];
  editions: readonly Editions[];
  /** Secrets of the noise. */
  seeds: readonly number[];
  rounds: (size: number) => number;
  /** Which families are attacked; by default all. */
  isAsked?: (family: readonly SecretFact[]) => boolean;
  /** Called after each family. */
  onLines?: (lines: readonly BudgetLine[]) => void;
}

/** All labels, in plans of three sizes, before and after the upgrade. It takes hours. */
export const longForm: BudgetRequest = {
  sizes: [130, 300, 1_300],
  editions: ['new', 'both'],
  seeds: [1, 2, 3],
  // With exchanges, chains of 500 rounds claimed of nominations what chains of 2,000 did.
  rounds: (size) => (size >= 1_000 ? 600 : 1_500),
};

/** The families with one of these pairs of near-twins, or with a label that was never measured, in a plan of 130. */
export const shortForm = (
  pairs: readonly (readonly [string, string])[],
  isMeasured: (label: string) => boolean,
): BudgetRequest => ({
  sizes: [130],
  editions: ['new'],
  seeds: [1, 2, 3],
  rounds: () => 800,
  isAsked: (family) =>
    family.some(({ label }) => !isMeasured(label)) ||
    pairs.some((pair) => pair.every((name) => family.some(({ label }) => label === name))),
});

/**
 * Simulates what an employer learns from every label of the catalogue and its near-twins. Needs no portal and no engine. Yields to the event
 * loop after each attack.
 */
export async function simulateBudget(request: BudgetRequest): Promise<BudgetLine[]> {
  const plans = await population(learnedFrom);
  const learned = new Learned(plans, secretFacts());
  const { sizes, editions, seeds, rounds, isAsked = () => true, onLines } = request;
  const found: BudgetLine[] = [];
  for (const size of sizes) {
    const plan = knownPlan(planOf(plans, size));
    for (const family of learned.families().filter(isAsked)) {
      const rates = learned.rates(family);
      const lines: BudgetLine[] = [];
      for (const name of editions) {
        const told: ToldOf[][] = [];
        for (const seed of seeds) {
          const asked = { plan, family, rates, editions: editionsOf[name], seed, rounds: rounds(size) };
          told.push(attackFamily(asked));
          await new Promise((resolve) => setImmediate(resolve));
        }
        for (const [at, { label }] of family.entries()) {
          const sum = (of: (each: ToldOf) => number) => told.reduce((total, each) => total + of(each[at]!), 0);
          const all = {
            claimed: sum(({ claimed }) => claimed),
            right: sum(({ right }) => right),
            byPrior: sum(({ byPrior }) => byPrior),
          };
          const net = netOf(all, plan) / seeds.length;
          lines.push({ label, size, editions: name, ...all, net, family: family.map((each) => each.label) });
        }
      }
      found.push(...lines);
      onLines?.(lines);
    }
  }
  return worstOf(found);
}

const planOf = (plans: readonly PopulationPlan[], size: number): PopulationPlan => {
  const plan = plans.find((each) => each.size === size);
  if (!plan) throw new Error(`There is no simulated plan of ${size} members.`);
  return plan;
};

/** A label that is read in several families counts by the one that tells most. */
function worstOf(lines: readonly BudgetLine[]): BudgetLine[] {
  const worst = new Map<string, BudgetLine>();
  for (const line of lines) {
    const id = `${line.label} ${line.size} ${line.editions}`;
    const known = worst.get(id);
    if (!known || line.net > known.net) worst.set(id, line);
  }
  return [...worst.values()];
}

/** A sentence for each label that tells more than the budget, and what to do about it. */
export const overBudget = (lines: readonly BudgetLine[]): string[] =>
  lines
    .filter(({ net, size }) => net > budgetOf(size))
    .map(
      ({ label, size, editions, net, claimed, right, byPrior, family }) =>
        `'${label}' in plans of ${size}, ${editionNames[editions]}: ${net.toFixed(2)} % of members are told beyond the rates ` +
        `(${right} of ${claimed} claims are right, the rates alone get ${byPrior.toFixed(1)}), ${budgetOf(size)} % at most; ` +
        `read with ${family.filter((each) => each !== label).join(', ') || 'nothing else'}. Answer its column for the whole plan ` +
        `only ('wholePlanOnly' in apps/api/src/analytics/model/secret-columns.ts), or name its elder.`,
    );

const editionNames: Readonly<Record<Editions, string>> = {
  new: 'published by the second rules',
  both: 'before and after the upgrade',
};

/** A row for each label: net right claims in percent by size, by the second rules and over both. */
export function budgetRows(lines: readonly BudgetLine[]): string[][] {
  const sizes = [...new Set(lines.map(({ size }) => size))].sort((a, b) => a - b);
  const kinds = [...new Set(lines.map(({ editions }) => editions))];
  const labels = [...new Set(lines.map(({ label }) => label))];
  const cell = (label: string, size: number, editions: Editions) => {
    const line = lines.find((each) => each.label === label && each.size === size && each.editions === editions);
    return line ? line.net.toFixed(2) : '-';
  };
  return [
    ['label', ...kinds.flatMap((kind) => sizes.map((size) => `plan of ${size}, ${editionNames[kind]}`))],
    ...labels.map((label) => [label, ...kinds.flatMap((kind) => sizes.map((size) => cell(label, size, kind)))]),
  ];
}
