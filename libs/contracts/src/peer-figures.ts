import type { MemberFlag } from './analytics/member-names.js';
import { areaFigures } from './scored-areas.js';
import type { ScoredArea } from './super-score.js';

/** Shares of members that are compared apart from those of the areas, as at a month's end. */
export const peerFlags = [
  'mobileNumberProvided',
  'emailAddressProvided',
  'taxFileNumberProvided',
  'riskProfileAssessmentCompleted',
  'insuranceIndicatorCompleted',
  'makingVoluntaryContributions',
  'approachingConcessionalCap',
  'consolidationVerified',
  'beneficiaryNominationValidated',
  'balanceWithinAverage',
  'lifeCoverWithinBenchmark',
  'growthExposureAdequated',
  'onTrackOrOnTrackUsingTolerance',
] as const satisfies readonly MemberFlag[];
/** Shares of members of whom something happened at least once within a period: compared where the period is named. */
export const peerPeriodFlags = ['contactRequested', 'loggedInMember'] as const satisfies readonly MemberFlag[];
export type PeerPeriodFlag = (typeof peerPeriodFlags)[number];
export type PeerFlag = (typeof peerFlags)[number] | PeerPeriodFlag;

/** A figure that plans are compared by: the score, an area's average score, an area's share of members who may need help, a flag. */
export type PeerFigureName = 'score' | `${ScoredArea}Score` | `${ScoredArea}Concern` | PeerFlag;
const areaNames = areaFigures.flatMap(({ key }) => [`${key}Score`, `${key}Concern`] as const);
export const peerFigureNames: readonly PeerFigureName[] = ['score', ...areaNames, ...peerFlags, ...peerPeriodFlags];
