import type { MemberOption } from '@superscope/contracts/member-events';
import { baseApi } from '../api/base.api';

const membersApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    findMembers: build.query<MemberOption[], string>({
      query: (name) => ({ url: 'api/members', params: { name } }),
    }),
  }),
});
export const { useFindMembersQuery } = membersApi;
