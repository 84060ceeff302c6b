import type { PlanCorrections, PlanMembers } from '@superscope/contracts/corrections';
import type { WriteAnswer } from '@superscope/contracts/csv-import';
import { baseApi } from '../../portal/api/base.api';

export type Correction =
  | { kind: 'withdraw'; importId: string; table: 'memberSnapshots' | 'assetsOwned'; planId: string; month: string }
  | { kind: 'closePlan'; planId: string; on: string }
  | { kind: 'reopenPlan'; planId: string }
  | { kind: 'publishPlan'; planId: string }
  | { kind: 'deactivateCompany'; companyId: string; on: string }
  | { kind: 'cancelCampaign'; campaignId: string }
  | {
      kind: 'moveMember';
      memberId: string;
      planId: string;
      companyId: string;
      categoryId: string | null;
      on: string;
    }
  | { kind: 'eraseMember'; memberId: string; reason: string };

/** The request that makes a correction. */
function requestOf(correction: Correction): { url: string; body: object } {
  switch (correction.kind) {
    case 'withdraw': {
      const { importId, table, planId, month } = correction;
      return { url: `api/csv/imports/${importId}/withdraw`, body: { table, planId, month } };
    }
    case 'closePlan':
      return { url: `api/plans/${encodeURIComponent(correction.planId)}/close`, body: { on: correction.on } };
    case 'reopenPlan':
      return { url: `api/plans/${encodeURIComponent(correction.planId)}/reopen`, body: {} };
    case 'publishPlan':
      return { url: `api/plans/${encodeURIComponent(correction.planId)}/publish`, body: {} };
    case 'deactivateCompany':
      return {
        url: `api/companies/${encodeURIComponent(correction.companyId)}/deactivate`,
        body: { on: correction.on },
      };
    case 'cancelCampaign':
      return { url: `api/campaigns/${encodeURIComponent(correction.campaignId)}/cancel`, body: {} };
    case 'eraseMember':
      return {
        url: `api/members/${encodeURIComponent(correction.memberId)}/erase`,
        body: { reason: correction.reason },
      };
    case 'moveMember': {
      const { memberId, planId, companyId, categoryId, on } = correction;
      return {
        url: `api/members/${encodeURIComponent(memberId)}/move`,
        body: { planId, companyId, categoryId, on },
      };
    }
  }
}

const correctionsApi = baseApi.enhanceEndpoints({ addTagTypes: ['PlanCorrections'] }).injectEndpoints({
  endpoints: (build) => ({
    planCorrections: build.query<PlanCorrections, string>({
      query: (planId) => `api/plans/${encodeURIComponent(planId)}/corrections`,
      providesTags: (_, __, id) => [{ type: 'PlanCorrections', id }],
    }),
    planMembers: build.query<PlanMembers, { planId: string; name: string }>({
      query: ({ planId, name }) => ({ url: `api/plans/${encodeURIComponent(planId)}/members`, params: { name } }),
      // Names of members are not kept longer than they are shown.
      keepUnusedDataFor: 0,
    }),
    correct: build.mutation<WriteAnswer, Correction>({
      query: (correction) => ({ ...requestOf(correction), method: 'POST' }),
      invalidatesTags: ['PlanCorrections'],
    }),
  }),
});
export const { usePlanCorrectionsQuery, usePlanMembersQuery, useCorrectMutation } = correctionsApi;
