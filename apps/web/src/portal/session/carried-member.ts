import { useCallback, useEffect, useRef } from 'react';
import { useStoreState } from '../state';
import { keep, kept } from './kept';

const NAME = 'carriedMember';

/** The inner id alone: what the member is called is asked again, by whoever may still see them. */
interface Carried {
  /** Somebody else may sign in in the same tab. */
  username: string;
  memberId: string;
}

/**
 * The member whom the user chose last in this tab, for a page whose address names nobody: they go along from page to page until another is
 * chosen or the field is emptied.
 */
export function useCarriedMember() {
  const username = useStoreState(({ session }) => session.user?.username ?? null);
  /** The inner id; null if nobody is carried. */
  const carried = useCallback(() => {
    const found = kept<Carried>(NAME);
    return found !== null && found.username === username ? found.memberId : null;
  }, [username]);
  const carry = useCallback(
    (memberId: string | null) => {
      if (username !== null) keep(NAME, memberId === null ? null : { username, memberId });
    },
    [username],
  );
  return { carried, carry };
}

/**
 * Takes the member whom a page shows along to the next one. `memberId` is null once the field was emptied, and undefined while the page has
 * nothing to say about whom to carry.
 */
export function useCarrying(memberId: string | null | undefined): void {
  const { carry } = useCarriedMember();
  const before = useRef<string | null>(null);
  useEffect(() => {
    // A page that begins with nobody has emptied nothing.
    if (memberId != null || (memberId === null && before.current !== null)) carry(memberId);
    before.current = memberId ?? null;
  }, [memberId, carry]);
}

/** Carries nobody any further once the member turns out to be gone, or out of reach. */
export function useNotCarrying(isGone: boolean): void {
  const { carry } = useCarriedMember();
  useEffect(() => {
    if (isGone) carry(null);
  }, [isGone, carry]);
}
