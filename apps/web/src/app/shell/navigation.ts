import { Activity, LayoutDashboard, type LucideIcon } from 'lucide-react';
import { operates, seesPlans, type User } from '../../portal/session/user';

export interface MenuEntry {
  label: string;
  to: string;
}
export interface Menu {
  id: string;
  label: string;
  icon: LucideIcon;
  entries: MenuEntry[];
  /** Whose sidebar has it. */
  isFor: (user: User) => boolean;
}

/** What the sidebar offers. An entry appears here together with its page, never before. */
const menus: Menu[] = [
  {
    id: 'dashboard',
    label: 'Dashboard',
    icon: LayoutDashboard,
    entries: [
      { label: 'Overview', to: '/dashboard' },
      { label: 'Fund fitness', to: '/dashboard#fund-fitness' },
      { label: 'Member activity', to: '/dashboard#member-activity' },
      { label: 'Communications', to: '/dashboard#communications' },
      { label: 'News', to: '/dashboard#news' },
    ],
    isFor: seesPlans,
  },
  {
    id: 'operations',
    label: 'Operations',
    icon: Activity,
    entries: [
      { label: 'System health', to: '/operations/system-health' },
      { label: 'Dead letters', to: '/operations/dead-letters' },
    ],
    isFor: operates,
  },
];

export const menusOf = (user: User | null): Menu[] => menus.filter(({ isFor }) => user !== null && isFor(user));
