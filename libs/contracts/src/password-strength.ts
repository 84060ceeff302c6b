import { leastPasswordLength } from './password-rule.js';

/** From 0 (guessed at once) to 4. */
export type Strength = 0 | 1 | 2 | 3 | 4;
/** The least that a new password must have, in the browser and at the api. */
export const leastStrength = 3;

/** Estimating takes tenths of a second for more, and what matters is decided before. */
const mostRated = 50;

type Rate = (password: string) => number;
let loading: Promise<Rate> | undefined;

// 400 kB of common passwords: loaded when somebody chooses a password, neither with the page nor with the api.
const rater = () =>
  (loading ??= Promise.all([import('@zxcvbn-ts/core'), import('@zxcvbn-ts/language-common')]).then(
    ([{ ZxcvbnFactory }, common]) => {
      const factory = new ZxcvbnFactory({ dictionary: common.dictionary, graphs: common.adjacencyGraphs });
      return (password) => factory.check(password).score;
    },
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  ));

/** How hard a password is to guess, by zxcvbn; what is too short is never strong enough. */
export async function passwordStrength(password: string): Promise<Strength> {
  if (password === '') return 0;
  const score = (await rater())(password.slice(0, mostRated));
  return Math.min(score, password.length < leastPasswordLength ? leastStrength - 1 : 4) as Strength;
}
