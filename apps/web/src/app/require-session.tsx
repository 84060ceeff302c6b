import { useEffect, useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { rememberPath, signInAddress } from '../portal/session/intended-path';
import { Opening } from '../portal/session/opening';
import { useStoreState } from '../portal/state';

/** Lets signed-in users through. Others are sent to sign in, and return to the page that they requested. */
export function RequireSession() {
  const { status, unavailable, user } = useStoreState((state) => state.session);
  const { pathname, search, hash } = useLocation();
  const another = useAnotherPerson();
  const goesAway = unavailable !== null || status === 'signedOut' || status === 'expired';
  if (goesAway) return <ToSignIn from={pathname + search + hash} />;
  if (another) return <Navigate to={pathname} replace />;
  // The key remounts every page for another user, so that nothing of the previous user's remains on screen.
  return status === 'unknown' ? <Opening /> : <Outlet key={user?.username} />;
}

/** True if another user has signed in in another tab while the address still has the previous user's filters. */
function useAnotherPerson(): boolean {
  const username = useStoreState((state) => state.session.user?.username ?? null);
  const { search } = useLocation();
  const [shownTo, setShownTo] = useState(username);
  const isAnother = username !== null && shownTo !== null && shownTo !== username;
  if (username !== null && shownTo !== username && !(isAnother && search !== '')) setShownTo(username);
  return isAnother && search !== '';
}

function ToSignIn({ from }: { from: string }) {
  const remembers = useStoreState((state) => state.session.remembersPath);
  useEffect(() => {
    if (remembers) rememberPath(from);
  }, [from, remembers]);
  return <Navigate to={remembers ? signInAddress(from) : '/login'} replace />;
}
