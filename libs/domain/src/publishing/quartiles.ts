/** The least number of plans behind a quartile: with fewer, a single plan could be identified. */
export const leastPeers = 11;
/** The least number of members of a plan that is compared, or that others are compared with. */
export const leastPeerMembers = 30;

export interface Quartiles {
  /** Number of plans. */
  plans: number;
  lower: number;
  median: number;
  upper: number;
}

/**
 * Quartiles of published figures, one for each plan, by linear interpolation between neighbours (Hyndman and Fan's type 7), rounded half
 * up to the figures' own number of decimals. Null with fewer than `leastPeers` plans.
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
    // Doubles hold most decimal fractions inexactly, so a half could be rounded down.
    return Math.round(Number((value * step).toPrecision(12))) / step;
  };
  return { plans: sorted.length, lower: at(0.25), median: at(0.5), upper: at(0.75) };
}
