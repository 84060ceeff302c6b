import type { ConsultationRequest } from '@superscope/contracts/consultation';
import type { PastComparison } from '@superscope/contracts/fee-comparison';
import { insuranceRequest, type EarlierQuotation } from '@superscope/contracts/insurance-calculation';
import type { MemberOption } from '@superscope/contracts/member-events';
import type { RatedGender } from '../../portal/insurance/birth-and-gender';
import { otherIdsOf, type Other } from '../../portal/fees/other-investments';

/** What a consultation is about. What was asked in fees and cover is that of earlier runs of the two calculators. */
export interface ConsultationForm {
  member: MemberOption | null;
  /** The instant of the comparison; null for the newest, '' for none. */
  comparedAt: string | null;
  others: readonly Other[];
  /** The instant of the quotation; null for the newest, '' for none. */
  quotedAt: string | null;
  asfa: boolean;
  /** Of a member of whom the fund’s files name none. */
  dateOfBirth: string | null;
  gender: RatedGender | null;
}

/** What the fund’s files do not say of a member. */
export interface Lacks {
  birth: boolean;
  gender: boolean;
}

const emptyForm: ConsultationForm = {
  member: null,
  comparedAt: null,
  others: [],
  quotedAt: null,
  asfa: true,
  dateOfBirth: null,
  gender: null,
};

/** Another member begins anew: runs belong to one. */
export const chooseMember = (member: MemberOption | null): ConsultationForm => ({ ...emptyForm, member });

/** The member stands in the page's address by id, so that it can be left, loaded again and shared. */
export const addressOf = ({ member }: ConsultationForm): URLSearchParams =>
  new URLSearchParams(member === null ? {} : { member: member.id });

/** The comparisons that can be asked again: earlier releases stored no ids. */
export const askedAgain = (compared: readonly PastComparison[]) => compared.filter(({ b }) => b.assetId !== null);

/** The run that was chosen, or the newest. Runs are newest first. */
export const chosenRun = <Run extends { at: string }>(runs: readonly Run[], at: string | null): Run | null =>
  at === '' ? null : ((at === null ? runs[0] : runs.find((run) => run.at === at)) ?? null);

/** Ids of what a comparison sets side by side already. */
export const takenBy = ({ a, b }: PastComparison): string[] => [a.assetId, b.assetId].filter((id) => id !== null);

const feesOf = (
  compared: PastComparison | null,
  others: readonly Other[],
): Pick<ConsultationRequest, 'fees'>['fees'] =>
  compared === null
    ? null
    : {
        assetId: compared.a.assetId,
        comparisonAssetId: compared.b.assetId!,
        otherAssetIds: otherIdsOf(others, takenBy(compared)),
        feesAsAt: compared.feesAsAt,
      };

const coverOf = (
  memberId: string,
  quoted: EarlierQuotation | null,
  { dateOfBirth, gender }: ConsultationForm,
): ConsultationRequest['cover'] =>
  quoted && {
    memberId,
    calculationDate: quoted.calculationDate,
    voluntaryDeathCover: quoted.voluntaryDeathCover,
    voluntaryTpdCover: quoted.voluntaryTpdCover,
    voluntarySciCover: quoted.voluntarySciCover,
    need: quoted.need,
    selectedMember: {
      memberCategory: quoted.memberCategory,
      salary: quoted.salary,
      dateOfBirth,
      gender,
      occupationGroup: quoted.occupationGroup,
      // A state that is none any more is left out: a quotation does not depend on it.
      state: insuranceRequest.shape.selectedMember.shape.state.safeParse(quoted.state).data ?? null,
    },
  };

export const requestOf = (
  form: ConsultationForm,
  memberId: string,
  compared: PastComparison | null,
  quoted: EarlierQuotation | null,
): ConsultationRequest => ({
  memberId,
  fees: feesOf(compared, form.others),
  cover: coverOf(memberId, quoted, form),
  asfa: form.asfa,
});
