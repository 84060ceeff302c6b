import type fc from 'fast-check';

const long = process.env['SUPERSCOPE_LONG'] === 'true';

/** Printed by a failing run; give it as FUZZ_SEED to see the same cases again. */
export const fuzzSeed = Number(process.env['FUZZ_SEED'] ?? 20_260_115);

/** Cases of one property: FUZZ_RUNS where it is given, ten times as many in the long suite. */
export const fuzzRuns = (usual: number): number => Number(process.env['FUZZ_RUNS'] ?? (long ? usual * 10 : usual));

/** Parameters of a property; fast-check's report of a failure names the seed, and the smallest case that fails. */
export const fuzzing = <Case extends unknown[]>(usual: number, of = ''): fc.Parameters<Case> => ({
  // Properties of one suite each meet cases of their own.
  seed: [...of].reduce((sum, letter) => Math.imul(sum, 31) + letter.charCodeAt(0), fuzzSeed) | 0,
  numRuns: fuzzRuns(usual),
  // Each step of shrinking asks real engines again.
  interruptAfterTimeLimit: long ? 1_500_000 : 150_000,
  markInterruptAsFailure: false,
});
