import type {
  FeeComparison,
  FeeComparisonRequest,
  NetBenefit,
  NetBenefitRequest,
} from '@superscope/contracts/fee-comparison';
import { baseApi } from '../../portal/api/base.api';

const feeComparisonApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    netBenefit: build.query<NetBenefit, NetBenefitRequest>({
      query: (body) => ({ url: 'api/feeComparison/netBenefit', method: 'POST', body }),
      // Balances and tables are those of now, and a name that was typed is not kept.
      keepUnusedDataFor: 0,
    }),
    compareFees: build.mutation<FeeComparison, FeeComparisonRequest>({
      query: (body) => ({ url: 'api/feeComparison/data', method: 'POST', body }),
    }),
  }),
});

export const { useNetBenefitQuery, useCompareFeesMutation } = feeComparisonApi;
