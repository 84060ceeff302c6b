import { useEffect, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { askBeforeLeaving } from './leaving';

/** The portal's page to which a press on a link would lead; null if it leads nowhere else, or opens something beside this page. */
function pageOf(event: MouseEvent): string | null {
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
  if (!(link instanceof HTMLAnchorElement) || link.hasAttribute('download') || link.target === '_blank') return null;
  const { origin, pathname, search, hash } = new URL(link.href, window.location.href);
  if (origin !== window.location.origin || pathname === window.location.pathname) return null;
  return pathname + search + hash;
}

/**
 * Holds a press on a link back while `question` is not null, and lets the browser ask before the tab closes. `to` is the page that waits;
 * the caller asks, and answers with `stay` or `leave`.
 */
export function useLeavingQuestion(question: string | null) {
  const id = useId();
  const navigate = useNavigate();
  const [to, setTo] = useState<string | null>(null);
  const isOpen = question !== null;
  useEffect(() => {
    askBeforeLeaving(id, question);
    return () => askBeforeLeaving(id, null);
  }, [id, question]);
  useEffect(() => {
    if (!isOpen) return;
    const hold = (event: MouseEvent) => {
      const page = pageOf(event);
      if (page === null) return;
      event.preventDefault();
      event.stopPropagation();
      setTo(page);
    };
    document.addEventListener('click', hold, { capture: true });
    return () => document.removeEventListener('click', hold, { capture: true });
  }, [isOpen]);
  return {
    to,
    stay: () => setTo(null),
    leave: () => {
      if (to !== null) void navigate(to);
    },
  };
}
