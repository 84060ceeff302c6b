import type { ActionKey } from '@superscope/domain/scoring/actions';
import type { AnalyticsValue } from '@superscope/contracts/analytics/answer';
import type { SecretColumn } from '../model/secret-column.js';
import { categories, flags } from '../model/secret-columns.js';

/** The members whom an action concerns: a row of a column that is published for itself, by the name that its noise is kept under. */
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

/** `isConcerned` of each action, as employers read it already; a test compares them. */
export const concernedFacts: Readonly<Record<ActionKey, ConcernedFact>> = {
  nominateBeneficiary: nomination('4|None'),
  makeNominationBinding: nomination('2|Non-binding'),
  renewNomination: nomination('3|Expired binding'),
  liftLifeCover: flag('potentiallyInadequateLifeInsurance', '1|Yes'),
  chooseSuitableInvestment: flag('investmentStrategySuitable', '2|No'),
  contributeMore: flag('makingVoluntaryContributions', '2|No'),
  bringSuperTogether: flag('balanceWithinAverage', '2|No'),
};

/** The fact's values among those of its column. */
export const placesOf = ({ column, wire }: ConcernedFact): readonly number[] =>
  column.rows.find((row) => row.wire === wire)!.places;
