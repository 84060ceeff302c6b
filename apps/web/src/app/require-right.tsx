import { Navigate, Outlet } from 'react-router';
import { useStoreState } from '../portal/state';
import { homeOf, type User } from '../portal/session/user';

/** Pages for some roles; everybody else goes to where they start. The server refuses by itself what a role may not see. */
export function RequireRight({ may }: { may: (user: User) => boolean }) {
  const user = useStoreState((state) => state.session.user);
  return user && !may(user) ? <Navigate to={homeOf(user)} replace /> : <Outlet />;
}
