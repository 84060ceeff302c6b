import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { useKeepsPlace } from './keeps-place';
import { DASHBOARD_PLACE } from './use-top-of-page';

/** Scrolls the dashboard to the section that the address names, otherwise to where the page was left. */
export function useScrollPlace(ready: boolean) {
  const { hash, key } = useLocation();
  const stays = useKeepsPlace();
  const placed = useRef<string>(null);

  useEffect(() => {
    const leave = () => sessionStorage.setItem(DASHBOARD_PLACE, String(window.scrollY));
    window.addEventListener('scrollend', leave);
    return () => window.removeEventListener('scrollend', leave);
  }, []);

  useEffect(() => {
    // Once for each address: loading another plan must not move the page again.
    if (!ready || placed.current === key) return;
    placed.current = key;
    if (stays) return;
    if (hash) {
      const section = document.getElementById(hash.slice(1));
      section?.scrollIntoView();
      // The next Tab continues from here.
      section?.focus({ preventScroll: true });
      return;
    }
    const place = Number(sessionStorage.getItem(DASHBOARD_PLACE));
    if (place > 0) window.scrollTo({ top: place });
    // `key`: the same section may be asked for twice.
  }, [ready, hash, key, stays]);
}
