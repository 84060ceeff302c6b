/** The least number of plans behind a quartile: with fewer, a single plan could be identified. */
export const leastPeers = 11;
/** The least number of members of a plan that is compared, or that others are compared with. */
export const leastPeerMembers = 30;

export interface Quartiles {
  /** How many plans they are of. */
  plans: number;
  lower: number;
  median: number;
  upper: number;
}

/**
 * Quartiles of published figures, one for each plan, by linear interpolation between neighbours (Hyndman and Fan's type 7), rounded half
 * up to so many decimals as the figures have. Null where they are of too few plans.
 */
export function quartilesOf(values: readonly number[], decimals: number): Quartiles | null {
  if (values.length < leastPeers) return null;
  const sorted = values.toSorted((a, b) => a - b);
  const step = 10 ** decimals;
  const at = (part: number): number => {
    const place = (sorted.length - 1) * part;
    const below = Math.floor(place);
    const low = sorted[below]!;
    const value = low + (place - below) * ((sorted[below + 1] ?? low) - low);
    // Sums of decimal fractions are a hair off, so that a half would be rounded down.
    return Math.round(Number((value * step).toPrecision(12))) / step;
  };
  return { plans: sorted.length, lower: at(0.25), median: at(0.5), upper: at(0.75) };
}
