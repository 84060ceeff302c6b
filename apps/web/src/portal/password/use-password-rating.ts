import { leastStrength, passwordStrength, type Strength } from '@superscope/contracts/password-strength';
import { useEffect, useState } from 'react';

/** The strength of the typed password; null until it is known. */
export function usePasswordStrength(password: string): Strength | null {
  const [rated, setRated] = useState<{ password: string; strength: Strength } | null>(null);
  useEffect(() => {
    let current = true;
    const show = (strength: Strength) => current && setRated({ password, strength });
    // If the dictionary does not load, the api alone decides.
    passwordStrength(password).then(show, () => show(leastStrength));
    return () => {
      current = false;
    };
  }, [password]);
  return rated?.password === password ? rated.strength : null;
}
