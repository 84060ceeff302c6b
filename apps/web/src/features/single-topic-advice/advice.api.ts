import type { InsuranceAdvice, InvestmentAdvice } from '@superscope/contracts/member-advice';
import { baseApi } from '../../portal/api/base.api';

const adviceOf = (memberId: string, topic: 'insurance' | 'investment') =>
  `api/members/${encodeURIComponent(memberId)}/${topic}Advice`;

// A member's figures are shown as they are now, and not kept after the page is left.
const adviceApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    insuranceAdvice: build.query<InsuranceAdvice, string>({
      query: (memberId) => adviceOf(memberId, 'insurance'),
      // Figures are shown as they are now, and not kept after the page is left.
      keepUnusedDataFor: 0,
    }),
    investmentAdvice: build.query<InvestmentAdvice, string>({
      query: (memberId) => adviceOf(memberId, 'investment'),
      // Figures are shown as they are now, and not kept after the page is left.
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useInsuranceAdviceQuery, useInvestmentAdviceQuery } = adviceApi;
