import { useSyncExternalStore } from 'react';

/** The theme on screen. */
export type ShownTheme = 'light' | 'dark';
export type ThemeChoice = 'system' | ShownTheme;
const KEY = 'superscope.theme';
const listeners = new Set<() => void>();
const systemDark = () => matchMedia('(prefers-color-scheme: dark)');

function themeChoice(): ThemeChoice {
  try {
    const stored = localStorage.getItem(KEY);
    return stored === 'light' || stored === 'dark' ? stored : 'system';
  } catch {
    return 'system';
  }
}

const shownTheme = (choice: ThemeChoice): ShownTheme =>
  choice === 'system' ? (systemDark().matches ? 'dark' : 'light') : choice;

export function chooseTheme(choice: ThemeChoice) {
  try {
    if (choice === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, choice);
  } catch {
    // Storage is blocked: the choice lasts until the page is closed.
  }
  apply(choice);
}

/** Applies the chosen theme. */
export function apply(choice: ThemeChoice = themeChoice()) {
  show(shownTheme(choice));
}

/** Shows a theme, on screen or on paper, without changing the user's choice. */
export function show(theme: ShownTheme) {
  document.documentElement.dataset.theme = theme;
  listeners.forEach((tell) => tell());
}

/** Follows the system while no theme is chosen. Call once. */
export function followSystemTheme() {
  systemDark().addEventListener('change', () => {
    if (themeChoice() === 'system') apply('system');
  });
}

const subscribe = (tell: () => void) => {
  listeners.add(tell);
  return () => listeners.delete(tell);
};

/** The theme on screen, for drawings that cannot use CSS variables. */
export const useShownTheme = (): ShownTheme =>
  useSyncExternalStore(subscribe, () => (document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light'));
export const useThemeChoice = () => useSyncExternalStore(subscribe, themeChoice);
