/** Loads a page anew, so that nothing of what was shown before is kept: figures of two moments must never stand beside each other unmarked. */
export const loadPage = (path: string) => window.location.assign(path);
