import type { ActionKey } from '@superscope/domain/scoring/actions';
import type { AnalyticsValue } from '@superscope/contracts/analytics/answer';
import type { SecretColumn } from '../model/secret-column.js';
import { categories, flags } from '../model/secret-columns.js';

/**
 * The members whom an action concerns: one row (`wire`) of a secret column that is also published on its own. `key` prefixes the names of
 * its SQL parts.
 */
export interface ConcernedFact {
  key: string;
  column: SecretColumn;
  wire: AnalyticsValue;
}

const nomination = (wire: string): ConcernedFact => ({ key: 'nomination', column: categories.nomination, wire });
const flag = (name: keyof typeof flags, wire: string): ConcernedFact => ({
  key: name,
  column: flags[name].secret,
  wire,
});

/** For each action, the published fact that corresponds to `isConcerned`. A test compares the two. */
export const concernedFacts: Readonly<Record<ActionKey, ConcernedFact>> = {
  nominateBeneficiary: nomination('4|None'),
  makeNominationBinding: nomination('2|Non-binding'),
  renewNomination: nomination('3|Expired binding'),
  liftLifeCover: flag('potentiallyInadequateLifeInsurance', '1|Yes'),
  chooseSuitableInvestment: flag('investmentStrategySuitable', '2|No'),
  contributeMore: flag('makingVoluntaryContributions', '2|No'),
  bringSuperTogether: flag('balanceWithinAverage', '2|No'),
};

/** Indexes of the fact's values in the values of its column. */
export const placesOf = ({ column, wire }: ConcernedFact): readonly number[] =>
  column.rows.find((row) => row.wire === wire)!.places;
