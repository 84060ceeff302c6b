import type { ActionKey } from '@superscope/domain/scoring/actions';
import type { ScoredArea } from '@superscope/domain/scoring/super-score';
import type { DimensionName } from './analytics/names.js';

/** The members whom an action concerns have this value of this dimension. */
export interface ActionFact {
  dimension: DimensionName;
  value: string;
}

export const actionFacts: Readonly<Record<ActionKey, ActionFact>> = {
  nominateBeneficiary: { dimension: 'Member.beneficiaryNominationType', value: 'None' },
  makeNominationBinding: { dimension: 'Member.beneficiaryNominationType', value: 'Non-binding' },
  renewNomination: { dimension: 'Member.beneficiaryNominationType', value: 'Expired binding' },
  liftLifeCover: { dimension: 'Member.potentiallyInadequateLifeInsurance', value: 'Yes' },
  chooseSuitableInvestment: { dimension: 'Member.investmentStrategySuitable', value: 'No' },
  contributeMore: { dimension: 'Member.makingVoluntaryContributions', value: 'No' },
  bringSuperTogether: { dimension: 'Member.balanceWithinAverage', value: 'No' },
};

/** The areas whose score an action moves besides its own: its gain is of the whole score. */
export const alsoMoves: Readonly<Record<ActionKey, readonly ScoredArea[]>> = {
  nominateBeneficiary: [],
  makeNominationBinding: [],
  renewNomination: [],
  liftLifeCover: [],
  chooseSuitableInvestment: ['retirementAdequacy'],
  contributeMore: [],
  bringSuperTogether: ['lifeInsurance', 'retirementAdequacy'],
};
