// The path that a user requested before having to sign in. It is kept in session storage: it survives the redirects of
// the staff's single sign-on, and ends with the tab.
const KEY = 'intendedPath';

/** Only a path of this site. Parsed as a URL, as browsers do, because they drop tabs and turn backslashes into slashes. */
function isLocal(path: string | null): path is string {
  if (path === null || !path.startsWith('/') || !URL.canParse(path, location.origin)) return false;
  const { origin, pathname } = new URL(path, location.origin);
  return origin === location.origin && !pathname.startsWith('//');
}

const isWorthReturning = (path: string) => isLocal(path) && path !== '/' && !path.startsWith('/!redirect');

export const rememberPath = (path: string) => {
  if (isWorthReturning(path)) sessionStorage.setItem(KEY, path);
};

/**
 * The sign-in screen's address, from which `path` is returned to also in another tab. Filters are left out: the next person at this screen
 * would read them.
 */
export function signInAddress(path: string): string {
  const page = withoutView(path);
  return isWorthReturning(page) ? `/login?redirect=${encodeURIComponent(page)}` : '/login';
}

/** Remembers the page in the sign-in screen's query, unless it is remembered already with its filters. */
export function rememberRedirect(search: string) {
  const page = new URLSearchParams(search).get('redirect');
  const known = intendedPath();
  if (page !== null && (known === null || withoutView(known) !== page)) rememberPath(page);
}

/** The query of the sign-in screen without the page that it returns to. */
export function keptQuery(search: string): string {
  const query = new URLSearchParams(search);
  query.delete('redirect');
  return query.size > 0 ? `?${query.toString()}` : '';
}

const withoutView = (path: string) => path.replace(/[?#].*$/, '');

export function intendedPath(): string | null {
  const path = sessionStorage.getItem(KEY);
  return isLocal(path) ? path : null;
}

/** Another user gets the same page, without the filters. */
export function forgetView() {
  const path = intendedPath();
  if (path !== null) sessionStorage.setItem(KEY, withoutView(path));
}

export const forgetPath = () => sessionStorage.removeItem(KEY);
