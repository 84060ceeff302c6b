import type { InsuredMember } from '@superscope/contracts/insurance-calculation';
import { baseApi } from '../api/base.api';

const insuredMemberApi = baseApi.enhanceEndpoints({ addTagTypes: ['InsuredMember'] }).injectEndpoints({
  endpoints: (build) => ({
    insuredMember: build.query<InsuredMember, string>({
      query: (memberId) => ({ url: 'api/insuranceCalculation/member', params: { memberId } }),
      providesTags: ['InsuredMember'],
      // Cover is shown as it is now, and not kept after the member is left.
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useInsuredMemberQuery } = insuredMemberApi;
