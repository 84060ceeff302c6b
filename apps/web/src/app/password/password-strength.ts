import { leastPasswordLength } from '@superscope/contracts/password-rule';
import { useEffect, useState } from 'react';

/** From 0 (guessed at once) to 4. 3 is the least that is accepted. */
export type Strength = 0 | 1 | 2 | 3 | 4;
export const LEAST_STRENGTH = 3;

type Rate = (password: string) => number;
let loading: Promise<Rate> | undefined;

// 400 kB of common passwords: fetched when a password form opens, not with the page.
const rater = () =>
  (loading ??= Promise.all([import('@zxcvbn-ts/core'), import('@zxcvbn-ts/language-common')]).then(
    ([{ ZxcvbnFactory }, common]) => {
      const factory = new ZxcvbnFactory({ dictionary: common.dictionary, graphs: common.adjacencyGraphs });
      return (password) => factory.check(password).score;
    },
  ));

export async function passwordStrength(password: string): Promise<Strength> {
  if (password === '') return 0;
  // Estimating grows with the length; what matters is decided well before.
  const score = (await rater())(password.slice(0, 100));
  return Math.min(score, password.length < leastPasswordLength ? LEAST_STRENGTH - 1 : 4) as Strength;
}

/** The strength of what is being typed; null until it is known. */
export function usePasswordStrength(password: string): Strength | null {
  const [rated, setRated] = useState<{ password: string; strength: Strength } | null>(null);
  useEffect(() => {
    let current = true;
    void passwordStrength(password).then((strength) => {
      if (current) setRated({ password, strength });
    });
    return () => {
      current = false;
    };
  }, [password]);
  return rated?.password === password ? rated.strength : null;
}
