/** Reloads a page, so that no earlier figures remain: figures of two moments must never be shown together unmarked. */
export const loadPage = (path: string) => window.location.assign(path);
