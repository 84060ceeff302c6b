import { useEffect, useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { rememberPath } from '../portal/session/intended-path';
import { Opening } from '../portal/session/opening';
import { useStoreState } from '../portal/state';

/** Lets through who is signed in; everybody else goes to sign in, and comes back to where they wanted to go. */
export function RequireSession() {
  const { status, unavailable, user } = useStoreState((state) => state.session);
  const { pathname, search, hash } = useLocation();
  const another = useAnotherPerson();
  const goesAway = unavailable !== null || status === 'signedOut' || status === 'expired';
  if (goesAway) return <ToSignIn from={pathname + search + hash} />;
  if (another) return <Navigate to={pathname} replace />;
  // Its key starts every page anew for another person: nothing of the one before is kept on screen.
  return status === 'unknown' ? <Opening /> : <Outlet key={user?.username} />;
}

/** Somebody else has signed in, in another tab: what the address narrows the page to was the choice of the person before. */
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
  return <Navigate to="/login" replace />;
}
