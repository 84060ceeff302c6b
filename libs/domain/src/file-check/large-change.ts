import { coverFormulaSize } from '../insurance/cover-formula-size.js';
import type { FileValue } from './row-values.js';

/** From this share of the value in force on, a change is asked about. */
const mostChange = 0.5;

/**
 * Whether a value that is revised seldom and little changes by more than half of what is in force. Becoming 0 or nothing is such a change,
 * and so is becoming anything from 0. A value where there was none is no change.
 */
function changesMuch(was: number, becomes: number | null): boolean {
  // In billionths, so that 1.2 to 1.8 is exactly a half.
  const difference = Math.round(Math.abs((becomes ?? 0) - was) * 1e9);
  return difference > Math.round(Math.abs(was) * mostChange * 1e9);
}

/**
 * What is said of a large change; null for a small one. A formula of cover is compared by what it multiplies with, if it multiplies with the
 * same. Another kind of formula, and a flag that turns, are changes whatever their size.
 */
export function largeChange(was: FileValue, becomes: FileValue): 'changes by more than half' | 'changes' | null {
  if (was === null || was === becomes) return null;
  if (typeof was === 'boolean') return 'changes';
  if (typeof was === 'number') return ofSize(was, typeof becomes === 'number' ? becomes : null);
  const [before, after] = [coverFormulaSize(was), typeof becomes === 'string' ? coverFormulaSize(becomes) : null];
  if (before === null) return null;
  if (after !== null && after.kind !== before.kind) return 'changes';
  return ofSize(before.size, after?.size ?? null);
}

const ofSize = (was: number, becomes: number | null) =>
  changesMuch(was, becomes) ? 'changes by more than half' : null;
