// Some decimal halves are slightly too low as doubles, such as 1.005 x 100.
const HALF_UP_TOLERANCE = 1e-9;

/** Rounds to a whole number, halves upwards. */
export const roundHalfUp = (value: number): number => Math.floor(value + 0.5 + HALF_UP_TOLERANCE);

/** Converts a score or component to its stored millionths, rounded half up. */
export const toMillionths = (value: number): number => roundHalfUp(value * 1_000_000);
