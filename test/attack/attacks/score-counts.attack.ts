import type { Attack } from '../attack.js';
import { dimensionsOf } from '../cells.js';
import { Claims } from '../claims.js';
import type { Employer } from '../employer.js';
import type { Figure } from '../figure.js';
import { facts } from '../facts.js';
import type { PlanKnowledge } from '../knowledge.js';

/** Points of binding, non-binding, expired and no nominations, in fifths. */
const points = [5, 3, 2, 0] as const;
const types = [facts.binding, facts.nonBinding, facts.expired, facts.noNomination] as const;
const mostMembers = { exact: 400, adjusted: 60 };
/** Standard error of a published sum of points, for the plan and for a group. Assumes 0.6 as the largest distance from the mean. */
const adjustedError = { whole: 2.45 * 0.6, group: 4 * 0.6 };

/** Finds the counts of a score's four values that fit its average times the headcount. */
export const scoreCounts: Attack = {
  name: 'scores times headcount',
  async run(employer) {
    const claims = new Claims();
    for (const plan of employer.plans) await solve(employer, plan, claims);
    return claims;
  },
};

async function solve(employer: Employer, plan: PlanKnowledge, claims: Claims): Promise<void> {
  const averages = await employer.nominationPoints(plan);
  const books = await Promise.all(types.map((fact) => employer.counts(plan, fact)));
  for (const { cell, months } of averages.groups()) {
    if (dimensionsOf(cell).length > 1) continue;
    for (const month of months) {
      const members = plan.members(cell, month);
      if (members.length === 0 || members.length > mostMembers[employer.mechanism]) continue;
      const average = averages.valueAt(cell, month)!.value;
      const error =
        employer.mechanism === 'exact'
          ? 0
          : dimensionsOf(cell).length === 0
            ? adjustedError.whole
            : adjustedError.group;
      const known = books.map((book) => book.at(cell, month));
      const counts = countsThatFit(members.length, average * members.length, error, known);
      for (const [at, fact] of types.entries()) {
        const found = counts?.[at];
        if (!found || known[at]?.kind === 'value') continue;
        claims.groups.push({ planId: plan.planId, month, fact, members, count: found.mean, variance: found.variance });
      }
    }
  }
}

/**
 * Mean and variance of each count over all combinations that add up to the members and, within three standard errors, to the sum of
 * points. Each is weighted by its fit to that sum and to the known counts. Null when none fits.
 */
export function countsThatFit(
  members: number,
  sum: number,
  error: number,
  known: readonly (Figure | undefined)[],
): { mean: number; variance: number }[] | null {
  const wanted = 5 * sum;
  const slack = error === 0 ? 0.01 : 15 * error;
  const totals = [0, 0, 0, 0];
  const squares = [0, 0, 0, 0];
  let weights = 0;
  for (let binding = 0; binding <= members; binding += 1)
    for (let nonBinding = 0; binding + nonBinding <= members; nonBinding += 1) {
      const rest = wanted - points[0] * binding - points[1] * nonBinding;
      if (rest < -slack) break;
      const most = Math.min(members - binding - nonBinding, Math.floor((rest + slack) / points[2]));
      for (let expired = Math.max(0, Math.ceil((rest - slack) / points[2])); expired <= most; expired += 1) {
        const counts = [binding, nonBinding, expired, members - binding - nonBinding - expired];
        const off = (rest - points[2] * expired) / 5;
        let weight = error === 0 ? 1 : Math.exp(-(off ** 2) / (2 * error ** 2));
        for (const [at, count] of counts.entries()) weight *= fits(known[at], count);
        weights += weight;
        for (const [at, count] of counts.entries()) {
          totals[at]! += weight * count;
          squares[at]! += weight * count ** 2;
        }
      }
    }
  if (!(weights > 0)) return null;
  return totals.map((total, at) => {
    const mean = total / weights;
    return { mean, variance: Math.max(0, squares[at]! / weights - mean ** 2) };
  });
}

function fits(figure: Figure | undefined, count: number): number {
  if (figure === undefined) return 1;
  if (figure.kind === 'between') return count >= figure.low && count <= figure.high ? 1 : 0;
  if (figure.variance === 0) return Math.abs(count - figure.value) < 0.5 ? 1 : 0;
  return Math.exp(-((count - figure.value) ** 2) / (2 * figure.variance));
}
