/** Logarithms of factorials from 0! on, extended as needed. */
const logFactorials = [0];

function logFactorial(n: number): number {
  for (let i = logFactorials.length; i <= n; i += 1) logFactorials[i] = logFactorials[i - 1]! + Math.log(i);
  return logFactorials[n]!;
}

/** Binomial probability of `count` of `members` with probability `rate` each. */
export function binomial(members: number, rate: number, count: number): number {
  if (count < 0 || count > members) return 0;
  const p = Math.min(1 - 1e-9, Math.max(1e-9, rate));
  const ways = logFactorial(members) - logFactorial(count) - logFactorial(members - count);
  return Math.exp(ways + count * Math.log(p) + (members - count) * Math.log(1 - p));
}

/** Poisson probability of `count` events when `mean` are expected. */
export const poisson = (mean: number, count: number): number =>
  count < 0 ? 0 : Math.exp(count * Math.log(Math.max(mean, 1e-12)) - mean - logFactorial(count));

/** Cumulative standard normal distribution (Abramowitz and Stegun 26.2.17, accurate to 7.5e-8). */
export function normalBelow(z: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(z));
  const tail =
    (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) *
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return z > 0 ? 1 - tail : tail;
}

/**
 * The probability that the true count is `told`, measured with an error of this variance, given the `prior` probability of each count
 * from `lowest` to `highest`. Without an error it is 1.
 */
export function confidenceIn(
  told: number,
  measured: number,
  variance: number,
  [lowest, highest]: readonly [number, number],
  prior: (count: number) => number,
): number {
  if (variance === 0) return 1;
  let [sum, own] = [0, 0];
  for (let count = lowest; count <= highest; count += 1) {
    const weight = prior(count) * Math.exp(-((measured - count) ** 2) / (2 * variance));
    sum += weight;
    if (count === told) own = weight;
  }
  return sum === 0 ? 0 : own / sum;
}
