import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { unlessKept, useHeldAddress } from './leaving';

/** What of an address tells one page from another. */
const pageIn = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>, byQuery: boolean): string =>
  byQuery ? pathname + search : pathname;

/** The portal's page to which a press on a link would lead; null if it leads nowhere else, or opens something beside this page. */
function pageOf(event: MouseEvent, byQuery: boolean): string | null {
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
  if (!(link instanceof HTMLAnchorElement) || link.hasAttribute('download') || link.target === '_blank') return null;
  const to = new URL(link.href, window.location.href);
  if (to.origin !== window.location.origin || pageIn(to, byQuery) === pageIn(window.location, byQuery)) return null;
  return to.pathname + to.search + to.hash;
}

/** The number of the browser's entry, which the router keeps in its state; null for one that the router did not write. */
const entryOf = (state: unknown): number | null => {
  const { idx } = (state ?? {}) as { idx?: unknown };
  return typeof idx === 'number' ? idx : null;
};

let holdStep: ((event: PopStateEvent) => void) | null = null;
// Browsers call the window's own listeners in the order in which they were added, whether they capture or not. Code is loaded before the
// router is drawn and listens as well, so this one comes first.
window.addEventListener('popstate', (event) => holdStep?.(event), { capture: true });

/**
 * Holds a press on a link, and the browser's Back and Forward, while a form of the page holds what is saved nowhere, until the user has
 * answered whether it may be lost.
 */
export function useHeldPage(): void {
  const navigate = useNavigate();
  const { key } = useLocation();
  const held = useHeldAddress();
  const byQuery = held === 'pathAndQuery';
  const isHeld = held !== null;
  /** How many steps through the browser's entries are our own, or were allowed. */
  const ownSteps = useRef(0);
  useEffect(() => {
    if (!isHeld) return;
    const hold = (event: MouseEvent) => {
      const page = pageOf(event, byQuery);
      if (page === null) return;
      event.preventDefault();
      event.stopPropagation();
      unlessKept(() => void navigate(page));
    };
    document.addEventListener('click', hold, { capture: true });
    return () => document.removeEventListener('click', hold, { capture: true });
  }, [isHeld, byQuery, navigate]);
  useEffect(() => {
    // A step that was allowed may have been taken while nothing was held.
    if (isHeld) ownSteps.current = 0;
  }, [isHeld]);
  useEffect(() => {
    if (!isHeld) return;
    const page = pageIn(window.location, byQuery);
    const here = entryOf(window.history.state);
    const hold = (event: PopStateEvent) => {
      if (ownSteps.current > 0) {
        ownSteps.current -= 1;
        return;
      }
      if (pageIn(window.location, byQuery) === page) return;
      // The address has changed already. The router does not hear of it, and the step is undone.
      event.stopImmediatePropagation();
      const there = entryOf(event.state);
      const steps = here === null || there === null ? -1 : there - here;
      ownSteps.current += 1;
      window.history.go(-steps);
      unlessKept(() => {
        ownSteps.current += 1;
        void navigate(steps);
      });
    };
    holdStep = hold;
    return () => void (holdStep = null);
    // The entry that is held is another one once the address has changed, as by another plan.
  }, [isHeld, byQuery, navigate, key]);
}
