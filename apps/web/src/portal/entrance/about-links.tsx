import { Link } from 'react-router';
import { useInfo } from '../api/info.api';

const PAGES = [
  ['about', 'About Us'],
  ['contact', 'Contact Us'],
  ['privacy', 'Privacy Policy'],
] as const;

/** Links to the operator's pages, where settings name them, or to the product's own. */
export function AboutLinks() {
  const { data } = useInfo();
  return (
    <nav aria-label="About" className="flex flex-wrap gap-x-6">
      {PAGES.map(([page, label]) => {
        const own = data?.links?.[page];
        const look = 'inline-flex min-h-8 items-center hover:underline pointer-coarse:min-h-11';
        return own ? (
          <a key={page} href={own} className={look}>
            {label}
          </a>
        ) : (
          <Link key={page} to={`/${page}`} className={look}>
            {label}
          </Link>
        );
      })}
    </nav>
  );
}
