import { useLayoutEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { isReturn, useKeepsPlace } from './keeps-place';

/** The key in session storage of the dashboard's last scroll position. */
export const DASHBOARD_PLACE = 'dashboardScroll';

/**
 * Following a link leads to the top of its page. The former place on the dashboard is kept for reloading the page, for going back, and for
 * the link that leads back to it.
 */
export function useTopOfPage() {
  const { hash, key, pathname, state } = useLocation();
  const isPush = useNavigationType() === 'PUSH';
  const stays = useKeepsPlace();
  const followed = isPush && !stays && hash === '' && !isReturn(state);
  const forgets = followed && pathname === '/dashboard';
  // Runs before the page's own effects, so that they find no stored position.
  useLayoutEffect(() => {
    if (!followed) return;
    if (forgets) sessionStorage.removeItem(DASHBOARD_PLACE);
    window.scrollTo({ top: 0 });
    // `key`: the same page may be asked for twice.
  }, [followed, forgets, key]);
}
