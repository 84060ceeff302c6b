import type { EmployerEvidence, ExactEvidence } from '@superscope/contracts/as-of-evidence';
import type { DifferenceCause } from '@superscope/contracts/as-of-changes';
import type { EventName } from '@superscope/contracts/event-names';
import type { EvidenceFigure } from '@superscope/contracts/evidence-figures';

/** Which causes, by their letters, a figure is marked with. */
export type LettersOf = (figure: EvidenceFigure) => readonly string[];

/** a, b, …, z, aa, ab, … */
export const letterOf = (at: number): string =>
  (at < 26 ? '' : letterOf(Math.floor(at / 26) - 1)) + String.fromCharCode(97 + (at % 26));

const sameCause = (cause: { type: string; detail: string }) => `${cause.type} ${cause.detail}`;

/** Investments only tell how suitable a member's are, and so the score. */
const ofInvestments: readonly EventName[] = ['AssetsOwnedCompleted', 'AssetsOwnedImportWithdrawn', 'AssetsPublished'];
const movedByInvestments = ({ measure, of }: EvidenceFigure): boolean =>
  measure === 'SuperScore.averageSuperScore' || of?.dimension === 'Member.investmentStrategySuitable';

/** The letters of the causes in the order of the document's list that can move a figure. */
export const employerLetters =
  (causes: EmployerEvidence['causes']): LettersOf =>
  (figure) =>
    causes.flatMap(({ type }, at) =>
      !ofInvestments.some((each) => each === type) || movedByInvestments(figure) ? [letterOf(at)] : [],
    );

/** The columns of a member's row that a figure is made from. */
const COLUMNS: Partial<Record<NonNullable<EvidenceFigure['of']>['dimension'] | EvidenceFigure['measure'], string>> = {
  'SuperScore.averageSuperScore': 'score',
  'MemberSnapshot.totalAssetsOwned': 'total_assets_owned_cents',
  'MemberSnapshot.averageTotalAssetsOwned': 'total_assets_owned_cents',
  'MemberSnapshot.averageAge': 'age',
  'Member.beneficiaryNominationType': 'beneficiary_nomination_type',
  'Member.balanceWithinAverage': 'balance_within_average',
  'Member.potentiallyInadequateLifeInsurance': 'potentially_inadequate_life_insurance',
  'Member.investmentStrategySuitable': 'investment_strategy_suitable',
  'Member.projectedRetirementStandardName': 'projected_retirement_standard',
  'Member.loggedInMember': 'last_sign_in_on',
  'Member.contactRequested': 'last_contact_on',
  'Member.consolidationVerified': 'last_consolidation_verified_on',
};

/** Every cause of the differences once, with its letter, and the letters of each figure's own. */
export function exactLetters({ onlyThen, onlyNow, columns }: ExactEvidence['differences']) {
  const all = [onlyThen, onlyNow, ...columns].flatMap(({ causes }) => causes);
  const keys = [...new Set(all.map(sameCause))];
  const letter = (cause: DifferenceCause) => letterOf(keys.indexOf(sameCause(cause)));
  const lettersOf: LettersOf = ({ measure, of }) => {
    const column = COLUMNS[of?.dimension ?? measure];
    const own = columns.filter((one) => one.column === column).flatMap(({ causes }) => causes);
    // Members who came or went move every figure.
    const found = [...onlyThen.causes, ...onlyNow.causes, ...own].map(letter);
    return [...new Set(found)].sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
  };
  return { letter, lettersOf };
}
