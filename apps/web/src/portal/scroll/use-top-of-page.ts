import { useLayoutEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { useKeepsPlace } from './keeps-place';

/** The key in session storage of the dashboard's last scroll position. */
export const DASHBOARD_PLACE = 'dashboardScroll';

/** Following a link leads to the top of its page. The former place is kept only for reloading the page and going back. */
export function useTopOfPage() {
  const { hash, key } = useLocation();
  const isPush = useNavigationType() === 'PUSH';
  const stays = useKeepsPlace();
  const followed = isPush && !stays && hash === '';
  // Runs before the page's own effects, so that they find no stored position.
  useLayoutEffect(() => {
    if (!followed) return;
    sessionStorage.removeItem(DASHBOARD_PLACE);
    window.scrollTo({ top: 0 });
    // `key`: the same page may be asked for twice.
  }, [followed, key]);
}
