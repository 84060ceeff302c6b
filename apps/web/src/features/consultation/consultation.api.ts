import type {
  ConsultationDraft,
  ConsultationRequest,
  FileConsultationRequest,
  FiledConsultation,
  MemberConsultations,
} from '@superscope/contracts/consultation';
import { baseApi } from '../../portal/api/base.api';

const consultationApi = baseApi.enhanceEndpoints({ addTagTypes: ['Consultations'] }).injectEndpoints({
  endpoints: (build) => ({
    draftConsultation: build.mutation<ConsultationDraft, ConsultationRequest>({
      query: (body) => ({ url: 'api/consultations/draft', method: 'POST', body }),
    }),
    fileConsultation: build.mutation<FiledConsultation, FileConsultationRequest>({
      query: (body) => ({ url: 'api/consultations', method: 'POST', body }),
      invalidatesTags: (result) => (result === undefined ? [] : ['Consultations']),
    }),
    memberConsultations: build.query<MemberConsultations, string>({
      query: (memberId) => `api/members/${encodeURIComponent(memberId)}/consultations`,
      providesTags: ['Consultations'],
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useDraftConsultationMutation, useFileConsultationMutation, useMemberConsultationsQuery } =
  consultationApi;

/** Where the PDF of a filed consultation is made. */
export const consultationPdf = (memberId: string, consultationId: string): string =>
  `api/members/${encodeURIComponent(memberId)}/consultations/${encodeURIComponent(consultationId)}/pdf`;
