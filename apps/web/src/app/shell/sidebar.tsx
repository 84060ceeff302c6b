import { ChevronDown, ChevronRight, ExternalLink } from 'lucide-react';
import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { Link, useLocation, type LinkProps } from 'react-router';
import { useInfo } from '../../portal/api/info.api';
import { may } from '../../portal/user/user';
import { useStoreState } from '../../portal/state';
import { cx } from '../../ui/class-names';
import { Logo } from '../../ui/logo';
import { homeOf } from '../features';
import { menusOf, type Menu } from './navigation';

/** The menus with their submenus; the same in the sidebar and in the drawer. */
export function Navigation({ onNavigate }: { onNavigate?: () => void }) {
  const user = useStoreState((state) => state.session.user);
  const { data: info } = useInfo();
  return (
    <>
      <div className="flex-1 space-y-0.5 overflow-y-auto p-3">
        {menusOf(user, info?.links).map((menu) => (
          <Submenu key={menu.id} menu={menu} onNavigate={onNavigate} />
        ))}
      </div>
      {may(user, 'portal.read') && (
        <p className="border-t p-4 text-sm text-ink-3">General information about your plan, not personal advice.</p>
      )}
    </>
  );
}

export function Brand() {
  const user = useStoreState((state) => state.session.user);
  return (
    <Link to={homeOf(user)?.path ?? '/'} className="flex items-center gap-2.5 rounded-md pointer-coarse:min-h-11">
      <Logo />
      <span className="text-[17px] font-[650] tracking-[-0.01em]">Superscope</span>
    </Link>
  );
}

export const Sidebar = () => (
  <nav
    aria-label="Main"
    className="sticky top-0 hidden h-screen flex-col border-r bg-surface lg:col-start-1 lg:row-span-2 lg:row-start-1 lg:flex print:hidden"
  >
    <div className="flex h-14 shrink-0 items-center border-b px-5">
      <Brand />
    </div>
    <Navigation />
  </nav>
);

/** Whether a path is an entry's page, or a part of it such as `/super/analytics/fees`. */
const holds = (to: string, pathname: string) => pathname === to || pathname.startsWith(`${to}/`);

function Submenu({ menu, onNavigate }: { menu: Menu; onNavigate: (() => void) | undefined }) {
  const id = useId();
  const { pathname, hash } = useLocation();
  const here = pathname + hash;
  const holdsPage = menu.entries.some(({ to }) => to === here || holds(to, pathname));
  const [open, setOpen] = useState(holdsPage);
  const [heldPage, setHeldPage] = useState(holdsPage);
  // Opens the menu that holds the page, for instance after sign-in. A menu that the person closed stays closed meanwhile.
  if (heldPage !== holdsPage) {
    setHeldPage(holdsPage);
    if (holdsPage) setOpen(true);
  }
  const { icon: Icon } = menu;
  const waiting = menu.entries.flatMap((entry) => entry.waiting ?? []);
  const Chevron = open ? ChevronDown : ChevronRight;
  const button = useRef<HTMLButtonElement>(null);
  const closeByEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return;
    // In the drawer, Escape closes the submenu first, then the drawer.
    event.stopPropagation();
    setOpen(false);
    button.current?.focus();
  };
  return (
    <div onKeyDown={closeByEscape}>
      <button
        ref={button}
        type="button"
        aria-expanded={open}
        aria-controls={id}
        aria-describedby={open || waiting.length === 0 ? undefined : `${id}-waiting`}
        onClick={() => setOpen(!open)}
        className={cx(
          'settle flex h-9 w-full items-center gap-2.5 rounded-md px-2.5 text-base hover:bg-hover pointer-coarse:h-11',
          holdsPage ? 'font-[650] text-ink' : 'font-medium text-ink-2',
        )}
      >
        <Icon size={17} strokeWidth={2} className={holdsPage ? 'text-brand' : 'text-ink-3'} aria-hidden />
        <span className="flex-1 text-left">{menu.label}</span>
        {!open && waiting.map(({ Dot }, at) => <Dot key={at} id={`${id}-waiting`} />)}
        <Chevron size={15} className="text-ink-3" aria-hidden />
      </button>
      <ul id={id} hidden={!open} className="mb-2 ml-[19px] mt-0.5 border-l pl-3">
        {menu.entries.map((entry) => {
          const active =
            entry.to === here || (holds(entry.to, pathname) && !menu.entries.some((other) => other.to === here));
          return (
            <li key={entry.to}>
              <EntryLink
                to={entry.to}
                onClick={onNavigate}
                aria-current={active ? 'page' : undefined}
                className={cx(
                  'settle flex h-8 items-center gap-1.5 rounded-md px-2.5 text-base pointer-coarse:h-11',
                  active ? 'bg-brand-soft font-semibold text-brand' : 'text-ink-2 hover:bg-hover',
                )}
              >
                {entry.label}
                {entry.waiting && <entry.waiting.Mark />}
              </EntryLink>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** A page of another site opens in a new tab. */
const EntryLink = ({ to, children, ...rest }: LinkProps & { to: string }) =>
  /^https?:/.test(to) ? (
    <a href={to} target="_blank" rel="noreferrer" {...rest}>
      {children}
      <ExternalLink size={13} className="text-ink-3" role="img" aria-label="opens in a new tab" />
    </a>
  ) : (
    <Link to={to} {...rest}>
      {children}
    </Link>
  );
