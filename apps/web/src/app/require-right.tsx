import type { Right } from '@superscope/contracts/rights';
import { Outlet } from 'react-router';
import { useStoreState } from '../portal/state';
import { may } from '../portal/user/user';
import { NotForRole } from './told.page';

/** Pages for users with a right; others get a message. The server checks rights independently. */
export function RequireRight({ right }: { right: Right }) {
  const user = useStoreState((state) => state.session.user);
  return user && !may(user, right) ? <NotForRole /> : <Outlet />;
}
