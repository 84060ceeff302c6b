import { leastPasswordLength } from './password-rule.js';

/** From 0 (guessed at once) to 4 (very hard to guess). */
export type Strength = 0 | 1 | 2 | 3 | 4;
/** The least strength of a new password, in the browser and in the api. */
export const leastStrength = 3;

/** Estimating more characters takes tenths of a second, and the first ones already decide the rating. */
const mostRated = 50;

type Rate = (password: string) => number;
let loading: Promise<Rate> | undefined;

// The lists of common passwords take 400 kB, so they are loaded only when somebody chooses a password.
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

/** How hard a password is to guess, estimated by zxcvbn. A password that is too short never counts as strong enough. */
export async function passwordStrength(password: string): Promise<Strength> {
  if (password === '') return 0;
  const score = (await rater())(password.slice(0, mostRated));
  return Math.min(score, password.length < leastPasswordLength ? leastStrength - 1 : 4) as Strength;
}
