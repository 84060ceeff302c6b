/**
 * The path, with query and fragment, at which a browser continues after signing on; `/` for anything that could lead to another site or
 * into the api. Parsed as a URL, as browsers do, because they drop tabs and turn backslashes into slashes.
 */
export function pathAfter(redirect: string | undefined, publicUrl: string): string {
  if (redirect === undefined || !redirect.startsWith('/') || !URL.canParse(redirect, publicUrl)) return '/';
  const { origin, pathname, search, hash } = new URL(redirect, publicUrl);
  // '/.//elsewhere' stays on this origin, but its path would be read as another host.
  const elsewhere = origin !== new URL(publicUrl).origin || pathname.startsWith('//');
  return elsewhere || /^\/(api|cubejs-api)(\/|$)/.test(pathname) ? '/' : `${pathname}${search}${hash}`;
}
