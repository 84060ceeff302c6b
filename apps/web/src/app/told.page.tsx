import { Compass, Lock, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { roleName } from '../portal/user/user';
import { useStoreState } from '../portal/state';
import { Card } from '../ui/card';
import { EmptyState } from '../ui/states';
import { usePageTitle } from '../ui/use-page-title';
import { homeOf } from './features';

interface Props {
  title: string;
  icon: LucideIcon;
  children: ReactNode;
}

/** A page that explains why the requested one is not shown, with a link to the user's start page. */
function Told({ title, icon, children }: Props) {
  usePageTitle(title);
  const home = useStoreState((state) => homeOf(state.session.user));
  return (
    <Card className="grid min-h-96">
      <EmptyState
        icon={icon}
        as="h1"
        title={title}
        action={
          home && (
            <Link to={home.path} className="link inline-flex items-center hover:underline pointer-coarse:min-h-11">
              Go to your start page
            </Link>
          )
        }
      >
        {children}
      </EmptyState>
    </Card>
  );
}

export const NotFound = () => (
  <Told title="There is no such page" icon={Compass}>
    The address may be mistyped, or the page may have moved.
  </Told>
);

export function NotForRole() {
  const role = useStoreState((state) => state.session.user?.role);
  return (
    <Told title="This page is not for your role" icon={Lock}>
      {role && `You are signed in as ${roleName(role)}, which does not include it.`}
    </Told>
  );
}
