import type { Change, ReadModel } from '@superscope/contracts/changes';

/** A tag of cached answers, and the read models that they are made of. */
export interface StaleTag {
  type: string;
  after: readonly ReadModel[];
  /** Further read models that count while the page shows exact figures. */
  afterWhileExact?: readonly ReadModel[];
  /** `onePlan`: each answer carries its plan's id. `allPlans`: any plan's change counts. `settings`: only changes of no plan count. */
  of: 'onePlan' | 'allPlans' | 'settings';
}
export type Tag = string | { type: string; id: string };

const scope = ['plans', 'platforms', 'providers'] as const;

/** The tags of what several features show. */
export const portalTags: readonly StaleTag[] = [
  // Published figures change when a month closes or is published again, not with what happens to a member.
  { type: 'Figures', after: ['editions', ...scope], of: 'onePlan' },
  // Members and their events move exact figures only once these are derived, which is a change of its own.
  { type: 'ExactFigures', after: ['memberSnapshots', 'contactRequests', 'figures', ...scope], of: 'onePlan' },
  { type: 'Campaigns', after: ['campaigns', 'editions'], of: 'onePlan' },
  { type: 'ExactCampaigns', after: ['campaigns', 'campaignEngagement'], of: 'onePlan' },
  {
    type: 'Plan',
    // With its companies, by which it is filtered, and the days of its campaigns, with which periods start.
    after: ['plans', 'companies', 'campaigns', 'platforms', 'editions', 'figures'],
    // Exact figures reach to the plan's newest month, which any member's month may begin.
    afterWhileExact: ['memberSnapshots'],
    of: 'onePlan',
  },
  { type: 'Plans', after: scope, of: 'allPlans' },
  // Another plan's new edition may be one that this one is compared with.
  { type: 'Peers', after: ['editions', ...scope], of: 'allPlans' },
  { type: 'Settings', after: ['figures'], of: 'settings' },
  { type: 'Info', after: ['maintenance'], of: 'settings' },
];

/** The tags to ask again after a change, and no others: a page may show thirty figures. */
export function staleAfter(
  tags: readonly StaleTag[],
  { planId, readModels }: Pick<Change, 'planId' | 'readModels'>,
  exact: boolean,
): Tag[] {
  return tags.flatMap(({ type, after, afterWhileExact = [], of }): Tag[] => {
    const made = exact ? [...after, ...afterWhileExact] : after;
    if (!readModels.some((model) => made.includes(model))) return [];
    if (of === 'settings' && planId !== null) return [];
    return of === 'onePlan' && planId !== null ? [{ type, id: planId }] : [type];
  });
}
