import type {
  ConsultationDraft,
  ConsultationRequest,
  FileConsultationRequest,
  FiledConsultation,
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
  }),
});

export const { useDraftConsultationMutation, useFileConsultationMutation } = consultationApi;
