const PREFIX = 'kept.';

/** Keeps a value in this tab until the user signs out. Null forgets it, and so does a value for which the browser has no room left. */
export function keep(name: string, value: unknown): void {
  try {
    if (value === null) sessionStorage.removeItem(PREFIX + name);
    else sessionStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // The page goes on. What was kept before is of an older state.
    sessionStorage.removeItem(PREFIX + name);
  }
}

/** A value that was kept; null if there is none. */
export function kept<Value>(name: string): Value | null {
  try {
    return JSON.parse(sessionStorage.getItem(PREFIX + name) ?? 'null') as Value | null;
  } catch {
    return null;
  }
}

/** Forgets all of them. */
export function forgetKept(): void {
  for (const name of Object.keys(sessionStorage)) if (name.startsWith(PREFIX)) sessionStorage.removeItem(name);
}
