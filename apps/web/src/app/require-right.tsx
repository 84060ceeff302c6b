import { Outlet } from 'react-router';
import { useStoreState } from '../portal/state';
import type { User } from '../portal/session/user';
import { NotForRole } from './told.page';

/** Pages for some roles; other users get a message. The server checks rights independently. */
export function RequireRight({ may }: { may: (user: User) => boolean }) {
  const user = useStoreState((state) => state.session.user);
  return user && !may(user) ? <NotForRole /> : <Outlet />;
}
