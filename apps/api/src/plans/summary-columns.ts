import { withinWords } from '@superscope/contracts/analytics/look-back';
import type { DimensionName, MeasureName } from '@superscope/contracts/analytics/names';
import { areaFigures } from '@superscope/contracts/scored-areas';

/** A column that shows a measure. `digits` is its number of decimals. */
export interface MeasureColumn {
  title: string;
  measure: MeasureName;
  digits: number;
}

/** A column that shows the percentage of members with a value. */
export interface ShareColumn {
  title: string;
  dimension: DimensionName;
  value: string;
}

const scoreTitles = [
  'Nominated beneficiary score',
  'Account balance score',
  'Life insurance score',
  'Investment approach score',
  'Retirement adequacy score',
];
const concernTitles = [
  'No nominated beneficiary %',
  'Low account balance, % of members whose balance can be compared',
  'Inadequate life insurance, % of members whose cover is known',
  'Unsuitable investment, % of members whose investment is known',
  'Below Modest in retirement, % of members whose projected income is known',
];

export const measureColumns: readonly MeasureColumn[] = [
  { title: 'Members', measure: 'MemberSnapshot.countMembers', digits: 0 },
  { title: 'Total assets owned', measure: 'MemberSnapshot.totalAssetsOwned', digits: 2 },
  { title: 'Average total assets owned', measure: 'MemberSnapshot.averageTotalAssetsOwned', digits: 2 },
  { title: 'Average age', measure: 'MemberSnapshot.averageAge', digits: 1 },
  { title: 'Plan SuperScore', measure: 'SuperScore.averageSuperScore', digits: 2 },
  ...areaFigures.map(({ points }, i) => ({ title: scoreTitles[i]!, measure: points, digits: 2 })),
];

const flag = (title: string, dimension: DimensionName): ShareColumn => ({ title, dimension, value: 'Yes' });

export const shareColumns: readonly ShareColumn[] = [
  ...areaFigures.map(({ dimension, value }, i) => ({ title: concernTitles[i]!, dimension, value })),
  flag('Mobile number %', 'Member.mobileNumberProvided'),
  flag('Email address %', 'Member.emailAddressProvided'),
  flag('Tax file number %', 'Member.taxFileNumberProvided'),
  flag(`Contact requested ${withinWords(1)} %`, 'Member.contactRequested'),
  flag('Risk profile completed %', 'Member.riskProfileAssessmentCompleted'),
  flag('Insurance indicator completed %', 'Member.insuranceIndicatorCompleted'),
  flag('Voluntary contributions %', 'Member.makingVoluntaryContributions'),
  flag('Approaching concessional cap %', 'Member.approachingConcessionalCap'),
  flag(`Signed in ${withinWords(1)} %`, 'Member.loggedInMember'),
  flag('Consolidation verified %', 'Member.consolidationVerified'),
];
