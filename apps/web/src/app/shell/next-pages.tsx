import { useEffect } from 'react';
import { useStoreState } from '../../portal/state';
import { partsOnDemand } from '../../ui/on-demand';
import { useUnfinishedParts } from '../../ui/unfinished';
import { seenBy } from '../features';
import { loadPage } from '../loaded-pages';

/** The pause between drawing a page and loading others, which must not slow it down. */
const AFTER_MS = 300;

/**
 * Once the page is drawn and the browser idle, loads code that the user may need next: parts of the page, then other
 * pages. Draws nothing.
 */
export function NextPages() {
  const user = useStoreState((state) => state.session.user);
  const { loading } = useUnfinishedParts();
  useEffect(() => {
    // Browsers without requestIdleCallback load each page when it is opened.
    if (loading > 0 || !('requestIdleCallback' in window)) return;
    const pages = seenBy(user).flatMap((feature) =>
      feature.pages.flatMap((page) => ('load' in page ? [() => loadPage(page.load)] : [])),
    );
    const loads = [...partsOnDemand(), ...pages];
    const whenIdle = window.requestIdleCallback.bind(window);
    let isOver = false;
    // One page, or one part of a page, in each idle period.
    const loadFrom = (at: number) => {
      const load = loads[at];
      if (isOver || load === undefined) return;
      // Missing code is reported when the person opens the page.
      load().then(
        () => whenIdle(() => loadFrom(at + 1)),
        () => undefined,
      );
    };
    const timer = setTimeout(() => whenIdle(() => loadFrom(0)), AFTER_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [loading, user]);
  return null;
}
