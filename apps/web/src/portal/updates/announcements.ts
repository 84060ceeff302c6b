import { useSyncExternalStore } from 'react';

/** Cards that change together are announced together. */
export const GATHER_MS = 1500;
/** During an import a plan changes continually. Updates are announced at most this often. */
export const APART_MS = 15_000;
const MOST_NAMES = 3;

let waiting = new Set<string>();
let timer: ReturnType<typeof setTimeout> | undefined;
let toldAt = -Infinity;
let sentence = '';
const listeners = new Set<() => void>();

const sentenceOf = (names: string[]): string => {
  const rest = names.length - MOST_NAMES;
  return `Updated: ${[...names.slice(0, MOST_NAMES), ...(rest > 0 ? [`${rest} more`] : [])].join(', ')}.`;
};

function tell() {
  timer = undefined;
  toldAt = Date.now();
  sentence = sentenceOf([...waiting]);
  waiting = new Set();
  for (const listener of listeners) listener();
}

/** Announces politely to screen readers that the content under this name has changed by itself. */
export function announceUpdate(name: string) {
  waiting.add(name);
  timer ??= setTimeout(tell, Math.max(GATHER_MS, toldAt + APART_MS - Date.now()));
}

/** For specs: resets the announcements to those of a newly opened page. */
export function forgetAnnouncements() {
  clearTimeout(timer);
  timer = undefined;
  waiting = new Set();
  toldAt = -Infinity;
  sentence = '';
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
export const useAnnouncement = () => useSyncExternalStore(subscribe, () => sentence);
