/** From this share of the value in force on, a change is asked about. */
const mostChange = 0.5;

/**
 * Whether a value that is revised seldom and little changes by more than half of what is in force. Becoming 0 or nothing is such a change,
 * and so is becoming anything from 0. A value where there was none is no change.
 */
export function changesMuch(was: number | null, becomes: number | null): boolean {
  if (was === null) return false;
  // In billionths, so that 1.2 to 1.8 is exactly a half.
  const difference = Math.round(Math.abs((becomes ?? 0) - was) * 1e9);
  return difference > Math.round(Math.abs(was) * mostChange * 1e9);
}
