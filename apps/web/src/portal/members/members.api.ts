import type { FoundMember } from '@superscope/contracts/member-events';
import { baseApi } from '../api/base.api';

const membersApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** `planId`, `companyId`: only members of this plan, or of this employer. */
    findMembers: build.query<
      FoundMember[],
      { name: string; planId?: string | undefined; companyId?: string | undefined }
    >({
      query: (params) => ({ url: 'api/members', params }),
    }),
  }),
});
export const { useFindMembersQuery } = membersApi;
