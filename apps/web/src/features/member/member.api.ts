import type { MemberLooks, MemberOverview } from '@superscope/contracts/member-overview';
import { baseApi } from '../../portal/api/base.api';

const memberApi = baseApi.enhanceEndpoints({ addTagTypes: ['MemberOverview'] }).injectEndpoints({
  endpoints: (build) => ({
    memberOverview: build.query<MemberOverview, string>({
      query: (memberId) => `api/members/${encodeURIComponent(memberId)}/overview`,
      // Each answer to a change is an opening in the access log, so only changes of the member's own plan count.
      providesTags: (member) => (member === undefined ? [] : [{ type: 'MemberOverview', id: member.plan.id }]),
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
