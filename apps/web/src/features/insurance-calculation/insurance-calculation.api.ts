import type {
  CoverNeedAnswer,
  InsuranceCategory,
  InsuranceQuotation,
  InsuranceRequest,
} from '@superscope/contracts/insurance-calculation';
import { baseApi } from '../../portal/api/base.api';

const insuranceCalculationApi = baseApi.enhanceEndpoints({ addTagTypes: ['InsuranceChoices'] }).injectEndpoints({
  endpoints: (build) => ({
    insuranceCategories: build.query<
      InsuranceCategory[],
      {
        companyId: string;
        activeOnly: boolean;
        /** The day whose cover rules are told; null for today. */ on: string | null;
      }
    >({
      query: ({ companyId, activeOnly, on }) => ({
        url: `api/insuranceCalculation/${encodeURIComponent(companyId)}/memberCategories`,
        params: { activeOnly, ...(on === null ? {} : { on }) },
      }),
      providesTags: ['InsuranceChoices'],
    }),
    occupationGroups: build.query<string[], string>({
      query: (planId) => ({ url: 'api/insuranceCalculation/occupationGroups', params: { planId } }),
      providesTags: ['InsuranceChoices'],
    }),
    insuranceStates: build.query<string[], void>({ query: () => 'api/insuranceCalculation/states' }),
    coverNeed: build.mutation<CoverNeedAnswer, InsuranceRequest>({
      query: (body) => ({ url: 'api/insuranceCalculation/need', method: 'POST', body }),
    }),
    quoteInsurance: build.mutation<InsuranceQuotation, InsuranceRequest>({
      query: (body) => ({ url: 'api/insuranceCalculation/data', method: 'POST', body }),
    }),
  }),
});

export const {
  useInsuranceCategoriesQuery,
  useOccupationGroupsQuery,
  useInsuranceStatesQuery,
  useCoverNeedMutation,
  useQuoteInsuranceMutation,
} = insuranceCalculationApi;
