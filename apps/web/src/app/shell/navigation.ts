import { LayoutDashboard, type LucideIcon } from 'lucide-react';

export interface MenuEntry {
  label: string;
  to: string;
}
export interface Menu {
  id: string;
  label: string;
  icon: LucideIcon;
  entries: MenuEntry[];
}

/** What the sidebar offers. An entry appears here together with its page, never before. */
export const menus: Menu[] = [
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
  },
];
