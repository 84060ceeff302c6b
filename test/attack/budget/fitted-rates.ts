/** Members who are alike to the prior, from the widest to the narrowest: all of the plan, of an age, of an age and salary. */
export type Likeness = readonly string[];

/** The weight, in members, with which the rates of a few members are drawn towards those of the wider group. */
const weight = 20;
const nearlySure = 1e-6;

const logit = (chance: number): number => {
  const p = Math.min(1 - nearlySure, Math.max(nearlySure, chance));
  return Math.log(p / (1 - p));
};
const chanceOf = (odds: number): number => 1 / (1 + Math.exp(-odds));

/**
 * The prior with rates that are learned from the answers: the members' own chances, shifted so that the plan, each age and each salary group
 * of an age have as many members with the fact as the attack found there. An attack that tells no more of a member than this tells rates, not
 * members.
 */
export function fittedRates(priors: Float64Array, found: Float64Array, likeness: readonly Likeness[]): Float64Array {
  const fitted = priors.slice();
  for (const level of likeness[0]?.keys() ?? []) {
    const groups = new Map<string, number[]>();
    for (const [member, names] of likeness.entries()) {
      const name = names[level]!;
      const known = groups.get(name);
      if (known) known.push(member);
      else groups.set(name, [member]);
    }
    for (const members of groups.values()) shift(fitted, found, members);
  }
  return fitted;
}

function shift(fitted: Float64Array, found: Float64Array, members: readonly number[]): void {
  const sum = (of: Float64Array) => members.reduce((total, member) => total + of[member]!, 0);
  const n = members.length;
  const wanted = (n * (sum(found) + (weight * sum(fitted)) / n)) / (n + weight);
  const odds = members.map((member) => logit(fitted[member]!));
  let [low, high] = [-12, 12];
  for (let turn = 0; turn < 40; turn += 1) {
    const by = (low + high) / 2;
    const reached = odds.reduce((total, each) => total + chanceOf(each + by), 0);
    if (reached < wanted) low = by;
    else high = by;
  }
  for (const [at, member] of members.entries()) fitted[member] = chanceOf(odds[at]! + (low + high) / 2);
}
