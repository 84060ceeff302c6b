import type { MemberConsultations } from '@superscope/contracts/consultation';
import type { FoundMember, MemberEvent, OneMember } from '@superscope/contracts/member-events';
import { baseApi } from '../api/base.api';

const membersApi = baseApi.enhanceEndpoints({ addTagTypes: ['MemberEvents', 'Consultations'] }).injectEndpoints({
  endpoints: (build) => ({
    /** `planId`, `companyId`: only members of this plan, or of this employer. */
    findMembers: build.query<
      FoundMember[],
      { name: string; planId?: string | undefined; companyId?: string | undefined }
    >({
      query: (params) => ({ url: 'api/members', params }),
    }),
    oneMember: build.query<OneMember, string>({
      query: (memberId) => `api/members/${encodeURIComponent(memberId)}`,
      providesTags: ['MemberEvents'],
    }),
    memberEvents: build.query<MemberEvent[], string>({
      query: (memberId) => `api/members/${encodeURIComponent(memberId)}/events`,
      providesTags: ['MemberEvents'],
    }),
    memberConsultations: build.query<MemberConsultations, string>({
      query: (memberId) => `api/members/${encodeURIComponent(memberId)}/consultations`,
      providesTags: ['Consultations'],
      keepUnusedDataFor: 0,
    }),
  }),
});
export const { useFindMembersQuery, useOneMemberQuery, useMemberEventsQuery, useMemberConsultationsQuery } = membersApi;

/** Where the PDF of a filed consultation is made. */
export const consultationPdf = (memberId: string, consultationId: string): string =>
  `api/members/${encodeURIComponent(memberId)}/consultations/${encodeURIComponent(consultationId)}/pdf`;
