import type { BuildInfo } from '@superscope/contracts/build-info';
import type { Plan } from '@superscope/contracts/plan';
import type { Template, TemplatePage } from '@superscope/contracts/report-templates';
import type { Right } from '@superscope/contracts/rights';
import type { ComponentType } from 'react';
import type { View } from './analytics/figures-view';
import type { Campaign } from './campaigns/campaigns.api';
import type { StaleTag } from './changes/stale-after';

/** The menus of the sidebar; app/shell/navigation.ts says how each looks. */
export type MenuId = 'dashboard' | 'super' | 'staff' | 'audit' | 'info' | 'operations';

export type OperatorsPage = keyof NonNullable<BuildInfo['links']>;

export interface MenuEntry {
  label: string;
  /** The path of a page or of a section of one (`/dashboard#news`), or the URL of a page on another site. */
  to: string;
  /** The operator's own page, which replaces `to` if the settings name it. */
  operators?: OperatorsPage;
  /** Says at the entry, and at its menu while that is closed, that something there waits for somebody. */
  waiting?: { Mark: ComponentType; Dot: ComponentType<{ id: string }> };
}

export interface FeatureMenu {
  id: MenuId;
  /** The users who find the entries in this menu; by default all users of the feature. */
  right?: Right;
  entries: readonly MenuEntry[];
}

/** `load` fetches the code of a page on the first visit; `component` is in the first download. */
export type Page = {
  path: string;
  /** Other paths that redirect to this one. */
  alsoAt?: readonly string[];
} & ({ load: () => Promise<ComponentType> } | { component: ComponentType });

export interface ChartProps {
  /** The slug by which the chart was requested (contracts/charts.ts). */
  id: string;
  plan: Plan;
  view: View;
  campaigns: Campaign[];
}

/** A chart of the feature's pages, from which the server also makes files. */
export interface FileChart {
  /** Whether it draws the chart with this slug (contracts/charts.ts). */
  holds: (id: string) => boolean;
  load: () => Promise<ComponentType<ChartProps>>;
}

export interface TemplatedPageProps {
  template: Pick<Template, 'reportingStartDate' | 'reportingEndDate' | 'reportPages'>;
  /** The page with what is typed. */
  page: TemplatePage;
  planId: string;
  /** Chooses contacts and documents, never figures. */
  companyId: string | null;
  /** Of the paper to its frame. */
  scale: number;
}

/**
 * The description that a feature exports from its `.feature.ts`. app/features.ts lists these descriptions; the routes, the menu and the
 * stale tags follow from that list.
 */
export interface Feature {
  pages: readonly [Page, ...Page[]];
  /** The right to see its pages and its menu entries, which the server checks independently; `public` pages need no session. */
  right: 'public' | Right;
  /**
   * What its pages do while the tab shows a past moment: `shown` pages show that moment, `beside` pages show today. The pages of other
   * features are hidden then.
   */
  asOf?: 'shown' | 'beside';
  /** The menu of its entries, or several, of which a user gets the first. Features share menus, in the order of app/features.ts. */
  menu?: FeatureMenu | readonly FeatureMenu[];
  charts?: readonly FileChart[];
  /** Draws a page of a report's template with the figures of a plan, for the feature in which templates are made. */
  templatedPage?: () => Promise<ComponentType<TemplatedPageProps>>;
  /** The tags that only its own endpoints provide. */
  staleTags?: readonly StaleTag[];
}
