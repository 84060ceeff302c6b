import type { CompanyOption } from '@superscope/contracts/lookups';
import { baseApi } from '../api/base.api';

const companiesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** `planId`: only employers of this plan. */
    findCompanies: build.query<CompanyOption[], { name: string; planId?: string | undefined }>({
      query: (params) => ({ url: 'api/companies', params }),
      providesTags: ['Plans'],
    }),
    /** The employer whom an address names; null if it is none in reach. */
    namedCompany: build.query<CompanyOption | null, string>({
      query: (id) => ({ url: 'api/companies', params: { id } }),
      transformResponse: ([company]: CompanyOption[]) => company ?? null,
      // The next visit asks again.
      keepUnusedDataFor: 0,
    }),
  }),
});
export const { useFindCompaniesQuery, useNamedCompanyQuery } = companiesApi;
