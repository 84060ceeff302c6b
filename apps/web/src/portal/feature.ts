import type { BuildInfo } from '@superscope/contracts/build-info';
import type { ComponentType } from 'react';
import type { StaleTag } from './changes/stale-after';
import type { User } from './session/user';

/** The menus of the sidebar; app/shell/navigation.ts says how each looks. */
export type MenuId = 'dashboard' | 'super' | 'staff' | 'info' | 'operations';

export type OperatorsPage = keyof NonNullable<BuildInfo['links']>;

export interface MenuEntry {
  label: string;
  /** A page, or a section of one: `/dashboard#news`; or the whole address of a page elsewhere. */
  to: string;
  /** The operator's own page that stands in its place, where settings name one. */
  operators?: OperatorsPage;
  /** Of those who see the feature's pages, who gets the entry; everybody unless told. */
  may?: (user: User) => boolean;
}

export interface FeatureMenu {
  id: MenuId;
  entries: readonly MenuEntry[];
}

/** `load` gets the code of a page only where somebody goes there; `component` is in the first download. */
export type Page = {
  path: string;
  /** Addresses that lead to this one. */
  alsoAt?: readonly string[];
} & ({ load: () => Promise<ComponentType> } | { component: ComponentType });

/**
 * The description that a feature exports from its `.feature.ts`. app/features.ts lists these descriptions; the routes, the menu and the
 * stale tags follow from that list.
 */
export interface Feature {
  pages: readonly [Page, ...Page[]];
  /** Who sees its pages and its menu entries; after `beforeSignIn` everybody sees the entries. The server refuses by itself what a role may not see. */
  may: 'beforeSignIn' | ((user: User) => boolean);
  /** Features that name the same menu share it, in the order of app/features.ts. */
  menu?: FeatureMenu | ((user: User) => FeatureMenu);
  /** The tags that only its own endpoints provide. */
  staleTags?: readonly StaleTag[];
}
