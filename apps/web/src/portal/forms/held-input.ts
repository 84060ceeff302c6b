import { useEffect, useRef, useState } from 'react';
import { useStore } from 'react-redux';
import { useStoreState, type State } from '../state';

interface Held {
  form: string;
  username: string;
  input: unknown;
}

/** What a form held when its session ended. It may be personal, so it stays in this tab's memory. */
let held: Held | null = null;

/** What `useHolding` held of a form for the same user; null if there is nothing. */
export function useHeldInput<Input>(form: string): Input | null {
  const username = useStoreState(({ session }) => session.user?.username ?? null);
  const [input] = useState(() =>
    held !== null && held.form === form && held.username === username ? (held.input as Input) : null,
  );
  return input;
}

/** Holds the input of a form while its session, or the server, has gone away. `input` is null while there is nothing to lose. */
export function useHolding(form: string, input: unknown): void {
  const store = useStore<State>();
  const newest = useRef(input);
  useEffect(() => {
    newest.current = input;
  });
  useEffect(() => {
    // Whoever has signed in now, what was held for another user is shown to nobody.
    held = null;
    return () => {
      const { status, unavailable, user } = store.getState().session;
      const hasGone = status === 'expired' || unavailable !== null;
      if (hasGone && user !== null && newest.current !== null)
        held = { form, username: user.username, input: newest.current };
    };
  }, [form, store]);
}
