import type { BuildInfo } from '@superscope/contracts/build-info';
import type { Plan } from '@superscope/contracts/plan';
import type { ComponentType } from 'react';
import type { View } from './analytics/query';
import type { Campaign } from './campaigns/campaigns.api';
import type { StaleTag } from './changes/stale-after';
import type { User } from './session/user';

/** The menus of the sidebar; app/shell/navigation.ts says how each looks. */
export type MenuId = 'dashboard' | 'super' | 'staff' | 'audit' | 'info' | 'operations';

export type OperatorsPage = keyof NonNullable<BuildInfo['links']>;

export interface MenuEntry {
  label: string;
  /** A page, or a section of one: `/dashboard#news`; or the whole address of a page elsewhere. */
  to: string;
  /** The operator's own page that replaces it, where settings name one. */
  operators?: OperatorsPage;
  /** The users of the feature who get the entry; by default all of them. */
  may?: (user: User) => boolean;
}

export interface FeatureMenu {
  id: MenuId;
  entries: readonly MenuEntry[];
}

/** `load` fetches the code of a page on the first visit; `component` is in the first download. */
export type Page = {
  path: string;
  /** Addresses that lead to this one. */
  alsoAt?: readonly string[];
} & ({ load: () => Promise<ComponentType> } | { component: ComponentType });

export interface ChartProps {
  /** The slug that it was asked for by. */
  id: string;
  plan: Plan;
  view: View;
  campaigns: Campaign[];
}

/** A chart of the feature's pages that the server also makes a file of. */
export interface FileChart {
  /** Whether it has this slug (contracts/charts.ts). */
  holds: (id: string) => boolean;
  load: () => Promise<ComponentType<ChartProps>>;
}

/**
 * The description that a feature exports from its `.feature.ts`. app/features.ts lists these descriptions; the routes, the menu and the
 * stale tags follow from that list.
 */
export interface Feature {
  pages: readonly [Page, ...Page[]];
  /**
   * The users who see its pages and its menu entries; with `beforeSignIn` everybody sees the entries. The server
   * checks rights by itself.
   */
  may: 'beforeSignIn' | ((user: User) => boolean);
  /** Features that name the same menu share it, in the order of app/features.ts. */
  /** While the tab shows a past moment: its pages show that, or stand beside it. Others are not shown then. */
  asOf?: 'shown' | 'beside';
  menu?: FeatureMenu | ((user: User) => FeatureMenu);
  charts?: readonly FileChart[];
  /** The tags that only its own endpoints provide. */
  staleTags?: readonly StaleTag[];
}
