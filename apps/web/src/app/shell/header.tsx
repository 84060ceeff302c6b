import { Wrench } from 'lucide-react';
import { useInfo } from '../../portal/api/info.api';
import { may } from '../../portal/user/user';
import { useStoreState } from '../../portal/state';
import { cx } from '../../ui/class-names';
import { Logo } from '../../ui/logo';
import { BuildStrip } from './build-strip';
import { Find } from './find/find';
import { MenuDrawer } from './menu-drawer';
import { PlansUnderWay } from './plans-under-way';
import { UserMenu } from './user-menu';
import { YourFiles } from './your-files';

export function Header() {
  const user = useStoreState((state) => state.session.user);
  const { data: info } = useInfo();
  const message = info?.maintenanceMessage;
  const hearsOfPlans = may(user, 'retirement-standard.write');
  return (
    <header className="group relative border-b bg-surface">
      <div className="flex min-h-14 items-center gap-3 px-4 max-sm:gap-1 lg:px-8">
        <MenuDrawer />
        {/* Where the name does not fit whole, it wraps out of sight. */}
        <span className="flex h-6 min-w-6 flex-wrap items-center gap-x-2 overflow-hidden lg:hidden">
          <Logo size={24} />
          <span className="text-md font-[650] leading-6">Superscope</span>
        </span>
        {user && <Find key={user.username} user={user} />}
        <div className="min-w-0 flex-1">
          {message && <Maintenance className="hidden py-2 md:flex">{message}</Maintenance>}
          {hearsOfPlans && <PlansUnderWay className="py-1.5 max-md:hidden" />}
        </div>
        {may(user, 'build.read') && info && <BuildStrip info={info} />}
        {user && <YourFiles user={user} />}
        {user && <UserMenu user={user} />}
      </div>
      {message && <Maintenance className="border-t px-4 py-2 md:hidden">{message}</Maintenance>}
      {hearsOfPlans && <PlansUnderWay className="border-t px-4 py-2 md:hidden" />}
    </header>
  );
}

const Maintenance = ({ children, className }: { children: string; className: string }) => (
  <p className={cx('flex items-start gap-2 text-sm text-ink-2', className)}>
    <Wrench size={15} className="mt-0.5 shrink-0 text-ink-3" aria-hidden />
    <span className="min-w-0 wrap-anywhere">
      <b className="font-semibold text-ink">Maintenance</b> {children}
    </span>
  </p>
);
