import type { BuildInfo } from '@superscope/contracts/build-info';
import { Activity, ChartNoAxesColumn, History, Info, LayoutDashboard, UsersRound, type LucideIcon } from 'lucide-react';
import type { FeatureMenu, MenuEntry, MenuId } from '../../portal/feature';
import { may, type User } from '../../portal/user/user';
import { features, seenBy } from '../features';

interface Look {
  label: string;
  icon: LucideIcon;
}

/** The menus in the order of the sidebar. One without entries is not shown. */
const looks: Record<MenuId, Look> = {
  dashboard: { label: 'Dashboard', icon: LayoutDashboard },
  super: { label: 'Super', icon: ChartNoAxesColumn },
  staff: { label: 'Staff', icon: UsersRound },
  audit: { label: 'Audit', icon: History },
  operations: { label: 'Operations', icon: Activity },
  info: { label: 'Info', icon: Info },
};

export interface Menu extends Look {
  id: MenuId;
  entries: MenuEntry[];
}

const isFor =
  (user: User) =>
  ({ right }: FeatureMenu) =>
    right === undefined || may(user, right);

/** The sidebar of a user: the entries of the features that they may see, menu by menu. */
export function menusOf(user: User | null, links: BuildInfo['links'] = {}): Menu[] {
  const offered = features.filter((feature) => feature.right === 'public' || seenBy(user).includes(feature));
  const menus = user === null ? [] : offered.map(({ menu = [] }) => [menu].flat().find(isFor(user)));
  return (Object.keys(looks) as MenuId[]).flatMap((id) => {
    const entries = menus
      .flatMap((menu) => (menu?.id === id ? menu.entries : []))
      .map((entry) => ({ ...entry, to: (entry.operators && links[entry.operators]) ?? entry.to }));
    return entries.length === 0 ? [] : [{ id, ...looks[id], entries }];
  });
}
