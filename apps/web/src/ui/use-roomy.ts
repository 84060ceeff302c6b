import { useSyncExternalStore } from 'react';

function mediaQuery(text: string) {
  const query = () => window.matchMedia(text);
  const follow = (changed: () => void) => {
    const media = query();
    media.addEventListener('change', changed);
    return () => media.removeEventListener('change', changed);
  };
  return function useMedia() {
    return useSyncExternalStore(follow, () => query().matches);
  };
}

/** Whether the screen is wider than a phone's, for parts that are drawn differently there. */
export const useRoomy = mediaQuery('(min-width: 640px)');

/** Whether there is room for a table of records: beside the menu, and on paper. */
export const useWide = mediaQuery('not screen and (max-width: 1023.98px)');
