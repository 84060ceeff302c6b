import { useEffect, useSyncExternalStore } from 'react';

/** How many parts of the page still load, and how many did not load. */
export interface Unfinished {
  loading: number;
  failed: number;
}

let unfinished: Unfinished = { loading: 0, failed: 0 };
const listeners = new Set<() => void>();
function add(kind: keyof Unfinished, count: number) {
  unfinished = { ...unfinished, [kind]: unfinished[kind] + count };
  for (const listener of listeners) listener();
}
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** For a part of the page that shows that it loads, or that it did not load; null for one that is whole. */
export function useUnfinished(kind: keyof Unfinished | null) {
  useEffect(() => {
    if (kind === null) return;
    add(kind, 1);
    return () => add(kind, -1);
  }, [kind]);
}

/** What is not whole on the page. */
export const useUnfinishedParts = (): Unfinished => useSyncExternalStore(subscribe, () => unfinished);
