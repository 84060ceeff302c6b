import { useSyncExternalStore } from 'react';

const query = () => window.matchMedia('(min-width: 640px)');

const follow = (changed: () => void) => {
  const width = query();
  width.addEventListener('change', changed);
  return () => width.removeEventListener('change', changed);
};

/** Whether the screen is wider than a phone's, for parts that are drawn differently there. */
export const useRoomy = () => useSyncExternalStore(follow, () => query().matches);
