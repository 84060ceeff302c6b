import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react';

/** How many parts of the page are loading, how many did not load, and how many say that there is nothing. */
export interface Unfinished {
  loading: number;
  failed: number;
  empty: number;
}

let unfinished: Unfinished = { loading: 0, failed: 0, empty: 0 };
const listeners = new Set<() => void>();
function add(kind: keyof Unfinished, count: number) {
  unfinished = { ...unfinished, [kind]: unfinished[kind] + count };
  for (const listener of listeners) listener();
}
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Counts a part of the page as loading, failed or empty while it is mounted. Null: the part is complete. */
export function useUnfinished(kind: keyof Unfinished | null) {
  useEffect(() => {
    if (kind === null) return;
    add(kind, 1);
    return () => add(kind, -1);
  }, [kind]);
}

/** The unfinished parts of the page. */
export const useUnfinishedParts = (): Unfinished => useSyncExternalStore(subscribe, () => unfinished);

/** Counts content as loading if no other element does. */
export function StillLoading() {
  useUnfinished('loading');
  return null;
}

/** Counts a drawing that a library makes after mounting as loading until the returned function is called. Does not re-render the caller. */
export function useDrawnLater(): () => void {
  const pending = useRef(false);
  const done = useCallback(() => {
    if (!pending.current) return;
    pending.current = false;
    add('loading', -1);
  }, []);
  useEffect(() => {
    pending.current = true;
    add('loading', 1);
    return done;
  }, [done]);
  return done;
}
