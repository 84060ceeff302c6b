import { toMillionths } from './rounding.js';

/** The five areas of the SuperScore, as named in routes and rows. */
export const scoredAreas = [
  'nominatedBeneficiary',
  'accountBalance',
  'lifeInsurance',
  'investmentApproach',
  'retirementAdequacy',
] as const;
export type ScoredArea = (typeof scoredAreas)[number];

/** Unrounded values 0..1; null where an input is missing. */
export type Components = Readonly<Record<ScoredArea, number | null>>;

const MAXIMUM_STARS = 5;
const FEWEST_COMPONENTS = 3;

/**
 * Stars 0..5 in millionths: the mean of the known components, times five. Null with fewer than three; such a member counts in the
 * averages of single components only.
 */
export function superScoreMillionths(components: Components): number | null {
  let sum = 0;
  let count = 0;
  for (const area of scoredAreas) {
    const points = components[area];
    if (points === null) continue;
    sum += points;
    count++;
  }
  return count < FEWEST_COMPONENTS ? null : toMillionths((MAXIMUM_STARS * sum) / count);
}

/** The bands 0 - 1 to 4 - 5. Each includes its lower bound, and the last also its upper bound. */
export type ScoreBand = 0 | 1 | 2 | 3 | 4;

export const scoreBand = (scoreMillionths: number | null): ScoreBand | null =>
  scoreMillionths === null ? null : (Math.min(4, Math.floor(scoreMillionths / 1_000_000)) as ScoreBand);
