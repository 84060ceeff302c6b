import { useEffect, useState } from 'react';
import { useLocation, useNavigationType, useSearchParams } from 'react-router';
import { keepsItsPlace, keepsPlace } from '../scroll/keeps-place';
import { useCarriedMember, useCarrying } from '../session/carried-member';
import { keep, kept } from '../session/kept';
import { useStoreState } from '../state';

/** What a page of a calculator holds, as the tab's session keeps it. */
interface Remembered<Held> {
  username: string;
  /** The address of the page that held it. */
  address: string;
  held: Held;
}

/**
 * What a calculator held when its page was left or reloaded; null where its address names something else, or nothing. The address has the
 * ids of what is chosen. What is typed and found is personal: the tab's session keeps it until the user signs out, and nothing else does
 * (decision 53). An address that names nothing begins with the member who is carried along.
 */
export function useRemembered<Held>(page: string): { held: Held | null; address: URLSearchParams } {
  const username = useStoreState(({ session }) => session.user?.username ?? null);
  const { carried } = useCarriedMember();
  const [params] = useSearchParams();
  const [remembered] = useState(() => {
    const member = params.size === 0 ? carried() : null;
    const address = member === null ? params : new URLSearchParams({ member });
    const found = kept<Remembered<Held>>(page);
    const isOfPage = found !== null && found.username === username && found.address === address.toString();
    return { held: isOfPage && found.address !== '' ? found.held : null, address };
  });
  return remembered;
}

/** Keeps what the page holds, and names in its address what is chosen. */
export function useRemembering(page: string, address: URLSearchParams, held: object): void {
  const username = useStoreState(({ session }) => session.user?.username ?? null);
  const [params, setParams] = useSearchParams();
  const next = address.toString();
  const isNamed = params.toString() === next;
  useCarrying(address.get('who') === 'new' ? undefined : address.get('member'));
  useEffect(() => {
    if (!isNamed) setParams(next, { replace: true, state: keepsPlace });
  }, [isNamed, next, setParams]);
  const [owner] = useState(username);
  const remembered = JSON.stringify({ username: owner, address: next, held });
  // Whoever signs out, or in, while the page is still drawn: what it holds is its own user's.
  const isOwn = owner !== null && owner === username;
  useEffect(() => {
    if (isOwn) keep(page, JSON.parse(remembered) as unknown);
  }, [page, remembered, isOwn]);
}

/**
 * Changes when another address is opened while the page stands there, as by Find, the menu, or the browser's Back: the page begins anew with
 * it. What the page itself writes into its address is not meant.
 */
export function useOpening(): string {
  const { key, search, state } = useLocation();
  const isOwn = useNavigationType() !== 'POP' && keepsItsPlace(state);
  const [at, setAt] = useState({ opening: key, search });
  if (at.search !== search) setAt({ opening: isOwn ? at.opening : key, search });
  return at.opening;
}
