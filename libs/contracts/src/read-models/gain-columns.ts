import type { ActionGains, ActionKey } from '@superscope/domain/scoring/actions';
import { optionalMillionths } from './analytics-table.js';

/** The columns that say by how much each action changes a member's score; null if the action does not concern the member. */
export const gainColumns = {
  nominateBeneficiary: 'gain_nominate_beneficiary',
  makeNominationBinding: 'gain_make_nomination_binding',
  renewNomination: 'gain_renew_nomination',
  liftLifeCover: 'gain_lift_life_cover',
  chooseSuitableInvestment: 'gain_choose_suitable_investment',
  contributeMore: 'gain_contribute_more',
  bringSuperTogether: 'gain_bring_super_together',
} as const satisfies Record<ActionKey, `gain_${string}`>;
type GainColumn = (typeof gainColumns)[ActionKey];

const pairs = Object.entries(gainColumns) as [ActionKey, GainColumn][];

export const gainTableColumns = Object.fromEntries(pairs.map(([, column]) => [column, optionalMillionths])) as Record<
  GainColumn,
  typeof optionalMillionths
>;

export function gainValues(gains: ActionGains): Record<GainColumn, number | null> {
  const values = {} as Record<GainColumn, number | null>;
  for (const [key, column] of pairs) values[column] = gains[key];
  return values;
}
