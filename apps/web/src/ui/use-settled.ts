import { useEffect, useState } from 'react';

/** The text as it was when it last stayed unchanged for `after` milliseconds. */
export function useSettled(text: string, after: number) {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), after);
    return () => clearTimeout(timer);
  }, [text, after]);
  return settled;
}
