// The path that a user requested before having to sign in. It is kept in session storage: it survives the redirects of
// the staff's single sign-on, and ends with the tab.
const KEY = 'intendedPath';

/** Only a path of this site: `//host` and `\host` lead elsewhere. */
const isLocal = (path: string | null): path is string => path !== null && /^\/(?![/\\])/.test(path);

export const rememberPath = (path: string) => {
  if (isLocal(path) && path !== '/' && !path.startsWith('/!redirect')) sessionStorage.setItem(KEY, path);
};

export function intendedPath(): string | null {
  const path = sessionStorage.getItem(KEY);
  return isLocal(path) ? path : null;
}

/** Another user gets the same page, without the filters. */
export function forgetView() {
  const path = intendedPath();
  if (path !== null) sessionStorage.setItem(KEY, path.replace(/[?#].*$/, ''));
}

export const forgetPath = () => sessionStorage.removeItem(KEY);
