import type { MemberFlag } from './analytics/member-names.js';
import { areaFigures } from './scored-areas.js';
import type { ScoredArea } from './super-score.js';

/** Shares of members at a month's end that plans compare beside the scored areas. */
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
/** Shares of members for whom something happened at least once within a period. They are compared only if the query names the period. */
export const peerPeriodFlags = ['contactRequested', 'loggedInMember'] as const satisfies readonly MemberFlag[];
export type PeerPeriodFlag = (typeof peerPeriodFlags)[number];
export type PeerFlag = (typeof peerFlags)[number] | PeerPeriodFlag;

/** A figure by which plans are compared: the score, an area's average score, an area's share of members who may need help, or a flag. */
export type PeerFigureName = 'score' | `${ScoredArea}Score` | `${ScoredArea}Concern` | PeerFlag;
const areaNames = areaFigures.flatMap(({ key }) => [`${key}Score`, `${key}Concern`] as const);
export const peerFigureNames: readonly PeerFigureName[] = ['score', ...areaNames, ...peerFlags, ...peerPeriodFlags];
