import { useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { askBeforeLeaving } from './leaving';

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

/** A page that waits: an address, or so many of the browser's entries from here. */
type Destination = string | number;

/**
 * Holds a press on a link, and the browser's Back and Forward, back while `question` is not null, and lets the browser ask before the tab
 * closes. `to` is the page that waits; the caller asks, and answers with `stay` or `leave`. With `byQuery` another query in the address
 * leaves as well; otherwise only another path does.
 */
export function useLeavingQuestion(question: string | null, { byQuery = false } = {}) {
  const id = useId();
  const navigate = useNavigate();
  const [to, setTo] = useState<Destination | null>(null);
  /** How many steps through the browser's entries are our own, or were allowed. */
  const ownSteps = useRef(0);
  const isOpen = question !== null;
  useEffect(() => {
    askBeforeLeaving(id, question);
    return () => askBeforeLeaving(id, null);
  }, [id, question]);
  useEffect(() => {
    if (!isOpen) return;
    const hold = (event: MouseEvent) => {
      const page = pageOf(event, byQuery);
      if (page === null) return;
      event.preventDefault();
      event.stopPropagation();
      setTo(page);
    };
    document.addEventListener('click', hold, { capture: true });
    return () => document.removeEventListener('click', hold, { capture: true });
  }, [isOpen, byQuery]);
  useEffect(() => {
    if (!isOpen) return;
    // A step that was allowed may have been taken while nothing was held.
    ownSteps.current = 0;
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
      setTo(steps);
    };
    // Before the router, which listens on the window as well.
    window.addEventListener('popstate', hold, { capture: true });
    return () => window.removeEventListener('popstate', hold, { capture: true });
  }, [isOpen, byQuery]);
  return {
    to,
    stay: () => setTo(null),
    leave: () => {
      setTo(null);
      if (typeof to === 'number') {
        ownSteps.current += 1;
        void navigate(to);
      } else if (to !== null) void navigate(to);
    },
  };
}
