import { useEffect, useSyncExternalStore } from 'react';

let failures = 0;
const listeners = new Set<() => void>();
const add = (count: number) => {
  failures += count;
  for (const listener of listeners) listener();
};
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** For a card that shows a failure: whether no other card on the page shows one. */
export function useIsOnlyFailure(): boolean {
  useEffect(() => {
    add(1);
    return () => add(-1);
  }, []);
  return useSyncExternalStore(subscribe, () => failures) <= 1;
}
