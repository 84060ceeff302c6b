import type { PasswordRule } from '@superscope/contracts/password-rule';
import { leastStrength, ratePassword, type Rating } from '@superscope/contracts/password-strength';
import { useEffect, useState } from 'react';

/** How the typed password is rated under the user's rule, as the api rates it; null until it is known. */
export function usePasswordRating(password: string, rule: PasswordRule | undefined): Rating | null {
  const [rated, setRated] = useState<{ password: string; rule: PasswordRule | undefined; rating: Rating } | null>(null);
  useEffect(() => {
    let current = true;
    const show = (rating: Rating) => current && setRated({ password, rule, rating });
    // If the dictionary does not load, the api alone decides.
    ratePassword(password, rule).then(show, () => show({ strength: leastStrength, buildsOnOwnWords: false }));
    return () => {
      current = false;
    };
  }, [password, rule]);
  return rated?.password === password && rated.rule === rule ? rated.rating : null;
}
