import {
  closePlanRequest,
  deactivateCompanyRequest,
  eraseMemberRequest,
  moveMemberRequest,
  payrollRequest,
  withdrawMonthRequest,
  type MoveMemberRequest,
  type PlanCorrections,
  type PlanMembers,
  type WithdrawMonthRequest,
} from '@superscope/contracts/corrections';
import type { WriteAnswer } from '@superscope/contracts/csv-import';
import { z } from 'zod';
import { baseApi } from '../../portal/api/base.api';

export type Correction =
  | ({ kind: 'withdraw'; importId: string } & WithdrawMonthRequest)
  | { kind: 'closePlan'; planId: string; on: string }
  | { kind: 'reopenPlan'; planId: string }
  | { kind: 'publishPlan'; planId: string }
  | { kind: 'sayPayroll'; planId: string; onePayroll: boolean | null }
  | { kind: 'deactivateCompany'; companyId: string; on: string }
  | { kind: 'cancelCampaign'; campaignId: string }
  | ({ kind: 'moveMember'; memberId: string } & MoveMemberRequest)
  | { kind: 'eraseMember'; memberId: string; reason: string };

type Body = Record<string, unknown>;

interface CorrectionRequest {
  url: string;
  /** Of the body. */
  schema: z.ZodType<Body, Body>;
  body: Body;
}

const nothing = z.strictObject({});

/** The request that makes a correction. */
export function requestOf(correction: Correction): CorrectionRequest {
  switch (correction.kind) {
    case 'withdraw': {
      const { importId, table, planId, month } = correction;
      const url = `api/csv/imports/${importId}/withdraw`;
      return { url, schema: withdrawMonthRequest, body: { table, planId, month } };
    }
    case 'closePlan': {
      const url = `api/plans/${encodeURIComponent(correction.planId)}/close`;
      return { url, schema: closePlanRequest, body: { on: correction.on } };
    }
    case 'reopenPlan':
      return { url: `api/plans/${encodeURIComponent(correction.planId)}/reopen`, schema: nothing, body: {} };
    case 'publishPlan':
      return { url: `api/plans/${encodeURIComponent(correction.planId)}/publish`, schema: nothing, body: {} };
    case 'sayPayroll': {
      const url = `api/plans/${encodeURIComponent(correction.planId)}/payroll`;
      return { url, schema: payrollRequest, body: { onePayroll: correction.onePayroll } };
    }
    case 'deactivateCompany': {
      const url = `api/companies/${encodeURIComponent(correction.companyId)}/deactivate`;
      return { url, schema: deactivateCompanyRequest, body: { on: correction.on } };
    }
    case 'cancelCampaign':
      return { url: `api/campaigns/${encodeURIComponent(correction.campaignId)}/cancel`, schema: nothing, body: {} };
    case 'eraseMember': {
      const url = `api/members/${encodeURIComponent(correction.memberId)}/erase`;
      return { url, schema: eraseMemberRequest, body: { reason: correction.reason } };
    }
    case 'moveMember': {
      const { memberId, planId, companyId, categoryId, on } = correction;
      const url = `api/members/${encodeURIComponent(memberId)}/move`;
      return { url, schema: moveMemberRequest, body: { planId, companyId, categoryId, on } };
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
    correct: build.mutation<WriteAnswer, Pick<CorrectionRequest, 'url' | 'body'>>({
      query: ({ url, body }) => ({ url, method: 'POST', body }),
      invalidatesTags: ['PlanCorrections'],
    }),
  }),
});
export const { usePlanCorrectionsQuery, usePlanMembersQuery, useCorrectMutation } = correctionsApi;
