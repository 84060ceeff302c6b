import { findOwnWords, guessesOfAppended, productWords } from './own-words.js';
import { leastPasswordLength, type PasswordRule } from './password-rule.js';

/** From 0 (guessed at once) to 4 (very hard to guess). */
export type Strength = 0 | 1 | 2 | 3 | 4;
/** The least strength of a new password, in the browser and in the api. */
export const leastStrength = 3;

export interface Rating {
  strength: Strength;
  /** Whether it would be strong enough if it did not build on words of the portal, the fund or the person. */
  buildsOnOwnWords: boolean;
}

/** Estimating more characters takes tenths of a second, and the first ones already decide the rating. */
const mostRated = 50;

interface Estimate {
  score: number;
  /** Logarithm to base 10. */
  guesses: number;
}
type Estimator = (password: string) => Estimate;
let loading: Promise<Estimator> | undefined;

// The lists of common passwords take 400 kB, so they are loaded only when somebody chooses a password.
const estimator = () =>
  (loading ??= Promise.all([import('@zxcvbn-ts/core'), import('@zxcvbn-ts/language-common')]).then(
    ([{ ZxcvbnFactory }, common]) => {
      const factory = new ZxcvbnFactory({ dictionary: common.dictionary, graphs: common.adjacencyGraphs });
      return (password) => {
        const { score, guessesLog10 } = factory.check(password);
        return { score, guesses: guessesLog10 };
      };
    },
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  ));

/** zxcvbn's own steps, by the logarithm of the guesses. */
const scoreOf = (guesses: number): number => [3, 6, 8, 10].filter((step) => guesses >= step).length;

/** The score of the password if a guesser knows the words; null if it holds none of them. */
function scoreWithWords(password: string, words: readonly string[], estimate: Estimator): number | null {
  const found = findOwnWords(password, words);
  if (found === null) return null;
  const { guesses, rest } = found;
  const trimmed = rest.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
  return scoreOf(guesses + (guessesOfAppended(rest) ?? estimate(trimmed).guesses));
}

const anybody: PasswordRule = { leastLength: leastPasswordLength, words: productWords };

/**
 * How hard a new password is to guess: zxcvbn's estimate, lowered where the password builds on `rule.words`. A password that is too short
 * never counts as strong enough.
 */
export async function ratePassword(password: string, rule: PasswordRule = anybody): Promise<Rating> {
  if (password === '') return { strength: 0, buildsOnOwnWords: false };
  const estimate = await estimator();
  // The form in which passwords are compared, see the api's hasher.
  const rated = password.normalize('NFKC').slice(0, mostRated);
  const most = password.length < rule.leastLength ? leastStrength - 1 : 4;
  const plain = estimate(rated).score;
  const score = Math.min(plain, scoreWithWords(rated, rule.words, estimate) ?? 4);
  return {
    strength: Math.min(score, most) as Strength,
    buildsOnOwnWords: plain >= leastStrength && score < leastStrength,
  };
}

/** What is wrong with a new password, as a sentence for its owner; null if nothing is. */
export async function weaknessOf(password: string, rule: PasswordRule): Promise<string | null> {
  if (password.length < rule.leastLength) return `At least ${rule.leastLength} characters`;
  const { strength, buildsOnOwnWords } = await ratePassword(password, rule);
  if (buildsOnOwnWords) return 'Choose a password that does not build on your name, the portal’s or the fund’s';
  return strength < leastStrength ? 'Choose a password that is harder to guess' : null;
}
