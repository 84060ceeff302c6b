// Binary fractions put some exact halves a hair below themselves (1.005 x 100); this much is forgiven.
const HALF_UP_TOLERANCE = 1e-9;

/** Rounds to a whole number, halves upwards. */
export const roundHalfUp = (value: number): number => Math.floor(value + 0.5 + HALF_UP_TOLERANCE);

/** Scores and components as stored: millionths, rounded half up once. */
export const toMillionths = (value: number): number => roundHalfUp(value * 1_000_000);
