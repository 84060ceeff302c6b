import { ChevronDown } from 'lucide-react';
import { displayName, initials, roleName, type User } from '../../portal/user/user';
import { onDemand } from '../../ui/on-demand';
import { Opener } from '../../ui/opener';

const UserPopUp = onDemand(async () => (await import('./user-pop-up')).UserPopUp);

export function UserMenu({ user }: { user: User }) {
  const name = displayName(user);
  return (
    <Opener
      opens="dialog"
      reach={UserPopUp.reach}
      popUp={(opened) => <UserPopUp {...opened} user={user} />}
      className="flex shrink-0 items-center gap-2.5 rounded-md py-1 pl-1 pr-1.5 hover:bg-hover pointer-coarse:min-h-11 pointer-coarse:min-w-11"
    >
      <span
        className="grid size-8 place-items-center rounded-full bg-brand-soft text-sm font-semibold text-brand"
        aria-hidden
      >
        {initials(name)}
      </span>
      <span className="hidden max-w-48 text-left leading-4 lg:block">
        <span className="block truncate text-sm font-semibold leading-4">{name}</span>
        <span className="block truncate text-xs text-ink-3">{roleName(user.role)}</span>
      </span>
      <span className="sr-only lg:hidden">{name}</span>
      <span className="sr-only">, user menu</span>
      <ChevronDown size={15} className="hidden text-ink-3 lg:block" aria-hidden />
    </Opener>
  );
}
