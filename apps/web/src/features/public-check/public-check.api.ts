import type { PublicReportCheck } from '@superscope/contracts/report-check';
import { baseApi } from '../../portal/api/base.api';

const publicCheckApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    reportByCode: build.query<PublicReportCheck, string>({
      query: (code) => ({ url: 'api/reportCheck', params: { code } }),
      keepUnusedDataFor: 0,
      extraOptions: { ownsUnauthorised: true },
    }),
  }),
});
export const { useReportByCodeQuery } = publicCheckApi;
