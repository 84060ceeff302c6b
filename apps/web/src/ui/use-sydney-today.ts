import { useEffect, useState } from 'react';
import { sydneyToday } from './format';

const EVERY_MS = 1_000;

/** Today in Sydney, also on a page that stays open over midnight. */
export function useSydneyToday(): string {
  const [today, setToday] = useState(() => sydneyToday());
  useEffect(() => {
    const timer = setInterval(() => setToday(sydneyToday()), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return today;
}
