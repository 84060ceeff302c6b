import { useEffect, useRef, useState } from 'react';
import { useStore } from 'react-redux';
import { useStoreState, type State } from '../state';

interface Held {
  username: string;
  input: unknown;
}

/** What forms held when their session ended, by form. It may be personal, so it stays in this tab's memory. */
const held = new Map<string, Held>();

/** What `useHolding` held of a form for the same user; null if there is nothing. */
export function useHeldInput<Input>(form: string | null): Input | null {
  const username = useStoreState(({ session }) => session.user?.username ?? null);
  const [input] = useState(() => {
    const found = form === null ? undefined : held.get(form);
    return found !== undefined && found.username === username ? (found.input as Input) : null;
  });
  return input;
}

/**
 * Holds the input of a form while its session, or the server, has gone away. `inputOf` returns null while there is nothing to lose; `form`
 * is null for one whose input is never held, such as a password.
 */
export function useHolding(form: string | null, inputOf: () => unknown): void {
  const store = useStore<State>();
  const newest = useRef(inputOf);
  useEffect(() => {
    newest.current = inputOf;
  });
  useEffect(() => {
    const username = store.getState().session.user?.username;
    // Whoever has signed in now, what was held for another user is shown to nobody.
    for (const [each, of] of held) if (each === form || of.username !== username) held.delete(each);
    if (form === null) return;
    return () => {
      const { status, unavailable, user } = store.getState().session;
      const hasGone = status === 'expired' || unavailable !== null;
      const input = hasGone ? newest.current() : null;
      if (user !== null && input !== null) held.set(form, { username: user.username, input });
    };
  }, [form, store]);
}
