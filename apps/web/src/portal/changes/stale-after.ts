import type { Change, ReadModel } from '@superscope/contracts/changes';

/** A tag of cached answers, and the read models that they are made of. */
export interface StaleTag {
  type: string;
  after: readonly ReadModel[];
  /** Further read models that count while the page shows exact figures. */
  afterWhileExact?: readonly ReadModel[];
  /** `onePlan`: each answer carries its plan's id. `allPlans`: any plan's change counts. `settings`: only changes without a plan count. */
  of: 'onePlan' | 'allPlans' | 'settings';
}
export type Tag = string | { type: string; id: string };

const scope = ['plans', 'platforms', 'providers'] as const;

/** The tags that several features share. */
export const portalTags: readonly StaleTag[] = [
  // Published figures change when a month closes or is published again, not with every change of a member.
  { type: 'Figures', after: ['editions', ...scope], of: 'onePlan' },
  // A change of a member moves exact figures only once its snapshots are derived, which is announced as another change.
  { type: 'ExactFigures', after: ['memberSnapshots', 'contactRequests', 'figures', ...scope], of: 'onePlan' },
  { type: 'Campaigns', after: ['campaigns', 'editions'], of: 'onePlan' },
  { type: 'ExactCampaigns', after: ['campaigns', 'campaignEngagement'], of: 'onePlan' },
  {
    type: 'Plan',
    // The answers include the plan's companies (for filters), the days of its campaigns (at which periods start), and whom reports name.
    after: ['plans', 'companies', 'campaigns', 'platforms', 'providers', 'editions', 'figures'],
    // Exact figures include the plan's newest month, which the first snapshot of any member may start.
    afterWhileExact: ['memberSnapshots'],
    of: 'onePlan',
  },
  { type: 'Plans', after: scope, of: 'allPlans' },
  { type: 'Platforms', after: ['platforms'], of: 'allPlans' },
  // A plan is compared with others, so another plan's new edition counts too.
  { type: 'Peers', after: ['editions', ...scope], of: 'allPlans' },
  { type: 'Settings', after: ['figures'], of: 'settings' },
  { type: 'Work', after: ['work'], of: 'allPlans' },
  { type: 'Info', after: ['maintenance'], of: 'settings' },
  { type: 'MemberEvents', after: ['memberEvents', 'contactRequests', 'members'], of: 'allPlans' },
  { type: 'Consultations', after: ['memberEvents', 'members'], of: 'allPlans' },
];

/** The tags that a change makes stale, and no others: a page may show thirty figures. */
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
