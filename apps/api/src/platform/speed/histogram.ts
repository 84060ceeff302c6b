/** Each step is a tenth longer than the one before, so a percentile is at most a tenth too long. */
const growth = 1.1;
/** Longer times count as this long. */
export const mostMs = 3_600_000;

/** The step of a histogram that a time is in: 0 for up to 1 ms. The last one is 159. */
export const stepOf = (ms: number): number =>
  Math.ceil(Math.log(Math.min(mostMs, Math.max(1, ms))) / Math.log(growth) - 1e-9);

/** The longest time of a step, in milliseconds. */
export const msOf = (step: number): number => Math.round(Math.min(mostMs, growth ** step));
