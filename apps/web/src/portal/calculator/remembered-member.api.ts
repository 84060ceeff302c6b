import type { OneMember } from '@superscope/contracts/member-events';
import { baseApi } from '../api/base.api';

const rememberedMemberApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** The member whom the address of a calculator names: whether they are still within reach, and in the plan. */
    rememberedMember: build.query<OneMember, string>({
      query: (memberId) => `api/members/${encodeURIComponent(memberId)}`,
      // The next visit asks again.
      keepUnusedDataFor: 0,
    }),
  }),
});
export const { useRememberedMemberQuery } = rememberedMemberApi;
