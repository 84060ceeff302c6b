import type { PolicyCommitteeReportResult } from '@superscope/contracts/policy-committee-report';
import type { WorkBegun } from '@superscope/contracts/work';
import { baseApi } from '../api/base.api';

const reportsPath = (planId: string) => `api/plans/${encodeURIComponent(planId)}/reports`;
export const reportPath = (planId: string, resultId: string) => `${reportsPath(planId)}/result?resultId=${resultId}`;
export const previewPath = (planId: string) => `/playwright/pcr/pdf/${encodeURIComponent(planId)}`;

/** A report of a plan; `companyId` is the employer whom it names. */
export interface ReportAsked {
  planId: string;
  companyId: string;
  engagedOnly: boolean;
}

const reportsApi = baseApi.enhanceEndpoints({ addTagTypes: ['Work'] }).injectEndpoints({
  endpoints: (build) => ({
    /** The reports that were made, newest first: of the plan, or only of one employer. */
    policyCommitteeReports: build.query<PolicyCommitteeReportResult[], { planId: string; companyId?: string }>({
      query: ({ planId, companyId }) => ({
        url: `${reportsPath(planId)}/result`,
        params: companyId === undefined ? {} : { companyId },
      }),
      providesTags: ['Work'],
    }),
    requestPolicyCommitteeReport: build.mutation<WorkBegun, ReportAsked>({
      query: ({ planId, companyId, engagedOnly }) => {
        const body = new FormData();
        body.append('companyId', companyId);
        body.append('engagedOnly', String(engagedOnly));
        return { url: `${reportsPath(planId)}/request`, method: 'POST', body };
      },
      invalidatesTags: ['Work'],
    }),
  }),
});
export const { usePolicyCommitteeReportsQuery, useRequestPolicyCommitteeReportMutation } = reportsApi;
