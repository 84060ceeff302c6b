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

const noSql = { periodFrom: '', timezone: '' };

/** The condition of a member's row. */
export function concernedSql(action: ActionKey): string {
  const { column, wire } = concernedFacts[action];
  const { places } = column.rows.find((row) => row.wire === wire)!;
  const values = places.map((place) => column.values[place]!);
  return `${column.sql(noSql)} IN (${values.map((value) => (typeof value === 'number' ? value : `'${value}'`)).join(', ')})`;
}
