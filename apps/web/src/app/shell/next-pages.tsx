import { useEffect } from 'react';
import { useStoreState } from '../../portal/state';
import { useUnfinishedParts } from '../../ui/unfinished';
import { seenBy } from '../features';

/** Between the drawing of a page and the loading of others, which must not slow it down. */
const AFTER_MS = 300;

/** Once the page is drawn and the browser idle, loads the code of the pages that the person may open next. Draws nothing. */
export function NextPages() {
  const user = useStoreState((state) => state.session.user);
  const { loading } = useUnfinishedParts();
  useEffect(() => {
    // Browsers without it load each page when it is opened.
    if (loading > 0 || !('requestIdleCallback' in window)) return;
    const pages = seenBy(user).flatMap((feature) => feature.pages);
    let isOver = false;
    // One page in each idle period.
    const loadFrom = (at: number) => {
      const page = pages[at];
      if (isOver || page === undefined) return;
      const next = () => requestIdleCallback(() => loadFrom(at + 1));
      // Missing code is reported when the person opens the page.
      if ('load' in page) page.load().then(next, () => undefined);
      else next();
    };
    const timer = setTimeout(() => requestIdleCallback(() => loadFrom(0)), AFTER_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [loading, user]);
  return null;
}
