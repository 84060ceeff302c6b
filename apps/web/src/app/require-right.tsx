import { Navigate, Outlet } from 'react-router';
import type { User } from '../portal/session/user';
import { useStoreState } from '../portal/state';
import { homeOf } from './features';

/** Pages for some roles; everybody else goes to where they start. The server refuses by itself what a role may not see. */
export function RequireRight({ may }: { may: (user: User) => boolean }) {
  const user = useStoreState((state) => state.session.user);
  return user && !may(user) ? <Navigate to={homeOf(user).path} replace /> : <Outlet />;
}
