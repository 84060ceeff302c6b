import type fc from 'fast-check';

/** Whether this is the long suite. */
export const isLong = process.env['SUPERSCOPE_LONG'] === 'true';

/** The seed printed by a failing run. Set FUZZ_SEED to repeat the same cases. */
export const fuzzSeed = Number(process.env['FUZZ_SEED'] ?? 20_260_115);

/** Number of cases of one property: FUZZ_RUNS if set, or ten times the usual number in the long suite. */
export const fuzzRuns = (usual: number): number => Number(process.env['FUZZ_RUNS'] ?? (isLong ? usual * 10 : usual));

/** Parameters of a property. fast-check reports the seed and the smallest failing case. */
export const fuzzing = <Case extends unknown[]>(usual: number, of = ''): fc.Parameters<Case> => ({
  // Each property of a suite gets different cases.
  seed: [...of].reduce((sum, letter) => Math.imul(sum, 31) + letter.charCodeAt(0), fuzzSeed) | 0,
  numRuns: fuzzRuns(usual),
  // Each step of shrinking queries real engines again.
  interruptAfterTimeLimit: isLong ? 1_500_000 : 150_000,
  markInterruptAsFailure: false,
});
