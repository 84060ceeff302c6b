import type { MemberLooks, MemberOverview } from '@superscope/contracts/member-overview';
import { baseApi } from '../../portal/api/base.api';

const memberApi = baseApi.enhanceEndpoints({ addTagTypes: ['MemberOverview'] }).injectEndpoints({
  endpoints: (build) => ({
    memberOverview: build.query<MemberOverview, string>({
      query: (memberId) => `api/members/${encodeURIComponent(memberId)}/overview`,
      providesTags: ['MemberOverview'],
      // Each opening is asked for, so that the access log has it.
      keepUnusedDataFor: 0,
    }),
    memberLooks: build.query<MemberLooks, string>({
      query: (memberId) => `api/members/${encodeURIComponent(memberId)}/looks`,
      keepUnusedDataFor: 0,
    }),
  }),
});
export const { useMemberOverviewQuery, useMemberLooksQuery } = memberApi;
