import { Activity, ChartNoAxesColumn, LayoutDashboard, type LucideIcon } from 'lucide-react';
import type { MenuEntry, MenuId } from '../../portal/feature';
import type { User } from '../../portal/session/user';
import { seenBy } from '../features';

const looks: Record<MenuId, { label: string; icon: LucideIcon }> = {
  dashboard: { label: 'Dashboard', icon: LayoutDashboard },
  super: { label: 'Super', icon: ChartNoAxesColumn },
  operations: { label: 'Operations', icon: Activity },
};

export interface Menu {
  id: MenuId;
  label: string;
  icon: LucideIcon;
  entries: MenuEntry[];
}

/** What the sidebar offers somebody: the entries of the features that they may see, menu by menu. */
export function menusOf(user: User | null): Menu[] {
  const menus = new Map<MenuId, Menu>();
  for (const { menu } of user ? seenBy(user) : []) {
    if (!menu) continue;
    const { id, entries } = menu;
    menus.set(id, { id, ...looks[id], entries: [...(menus.get(id)?.entries ?? []), ...entries] });
  }
  return [...menus.values()];
}
