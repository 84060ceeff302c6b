import type { BuildInfo } from '@superscope/contracts/build-info';
import { Wrench } from 'lucide-react';
import { useInfo } from '../../portal/api/info.api';
import { isStaffLevel } from '../../portal/session/user';
import { useStoreState } from '../../portal/state';
import { cx } from '../../ui/class-names';
import { dateTime } from '../../ui/format';
import { Logo } from '../../ui/logo';
import { MenuDrawer } from './menu-drawer';
import { UserMenu } from './user-menu';

export function Header() {
  const user = useStoreState((state) => state.session.user);
  const { data: info } = useInfo();
  const message = info?.maintenanceMessage;
  return (
    <header className="group border-b bg-surface">
      <div className="flex h-14 items-center gap-3 px-4 lg:px-8">
        <MenuDrawer />
        <span className="flex items-center gap-2 lg:hidden">
          <Logo size={24} />
          <span className="text-md font-[650]">Superscope</span>
        </span>
        {message && <Maintenance className="hidden md:flex">{message}</Maintenance>}
        {/* Between what stands left and right of it, never over or under it; a message takes its place. */}
        <span className="min-w-0 flex-1 self-end">
          {user && isStaffLevel(user) && info && !message && <BuildLine info={info} />}
        </span>
        {user && <UserMenu user={user} />}
      </div>
      {message && <Maintenance className="border-t px-4 py-2 md:hidden">{message}</Maintenance>}
    </header>
  );
}

const Maintenance = ({ children, className }: { children: string; className: string }) => (
  <p className={cx('flex items-start gap-2 text-sm text-ink-2', className)}>
    <Wrench size={15} className="mt-0.5 shrink-0 text-ink-3" aria-hidden />
    <span>
      <b className="font-semibold text-ink">Maintenance</b> {children}
    </span>
  </p>
);

/** For staff, while the pointer or the focus is in the header: what runs here. */
function BuildLine({ info }: { info: BuildInfo }) {
  const { commit } = info.git;
  const parts = [
    commit.id && `Commit ${commit.id.slice(0, 7)}${commit.time ? `, ${dateTime(commit.time)}` : ''}`,
    info.build.time && `built ${dateTime(info.build.time)}`,
  ].filter(Boolean);
  return (
    <p className="settle pointer-events-none hidden truncate pb-0.5 text-center text-xs text-ink-3 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 lg:block">
      {parts.length ? parts.join(' · ') : `Version ${info.build.version}`}
    </p>
  );
}
