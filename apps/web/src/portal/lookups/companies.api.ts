import type { CompanyOption } from '@superscope/contracts/lookups';
import { baseApi } from '../api/base.api';

const companiesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** `planId`: only employers of this plan. */
    findCompanies: build.query<CompanyOption[], { name: string; planId?: string | undefined }>({
      query: (params) => ({ url: 'api/companies', params }),
      providesTags: ['Plans'],
    }),
  }),
});
export const { useFindCompaniesQuery } = companiesApi;
