/** A known sum of some unknown amounts, with the variance of its error. */
export interface SumReading {
  members: readonly number[];
  value: number;
  variance: number;
}

/** What is known of independent amounts: their means and variances. */
export interface Amounts {
  means: Float64Array;
  variances: Float64Array;
}

/** The means and variances of amounts after reading some of their sums, one after another (Kalman's update). */
export function linearPosterior({ means, variances }: Amounts, readings: readonly SumReading[]): Amounts {
  const n = means.length;
  const mean = means.slice();
  const covariance = Array.from({ length: n }, () => new Float64Array(n));
  for (let i = 0; i < n; i += 1) covariance[i]![i] = variances[i]!;
  const gain = new Float64Array(n);
  for (const { members, value, variance } of readings) {
    gain.fill(0);
    for (const member of members) {
      const row = covariance[member]!;
      for (let i = 0; i < n; i += 1) gain[i]! += row[i]!;
    }
    let spread = variance;
    let expected = 0;
    for (const member of members) {
      spread += gain[member]!;
      expected += mean[member]!;
    }
    // The reading follows from earlier ones.
    if (spread < 1e-6) continue;
    for (let i = 0; i < n; i += 1) {
      const share = gain[i]! / spread;
      if (share === 0) continue;
      mean[i]! += share * (value - expected);
      const row = covariance[i]!;
      for (let j = 0; j < n; j += 1) row[j]! -= share * gain[j]!;
    }
  }
  return { means: mean, variances: Float64Array.from(covariance, (row, i) => Math.max(0, row[i]!)) };
}
