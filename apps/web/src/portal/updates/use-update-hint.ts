import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { announceUpdate } from './announcements';

const SHOWN_MS = 8000;

/**
 * Whether a card says that it was updated: for a while after its text changed by itself. The text is compared,
 * because an answer may have changed in a part that this card does not show. `updates` counts the changes of its
 * figures.
 */
export function useUpdateHint(name: string, updates: number): { card: RefObject<HTMLElement | null>; updated: number } {
  const card = useRef<HTMLElement>(null);
  const told = useRef({ updates, text: '' });
  const [updated, setUpdated] = useState(0);
  // Runs on every commit: an update is compared with the text of the commit in which it began to load.
  // eslint-disable-next-line react-hooks/exhaustive-deps
  useLayoutEffect(() => {
    const text = card.current?.textContent ?? '';
    const before = told.current;
    told.current = { updates, text };
    if (before.updates === updates || before.text === text) return;
    announceUpdate(name);
    setUpdated(updates);
  });
  useEffect(() => {
    if (updated === 0) return;
    const timer = setTimeout(() => setUpdated(0), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [updated]);
  return { card, updated };
}
