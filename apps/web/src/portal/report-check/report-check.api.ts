import type { FiguresCheck, ReportCheck } from '@superscope/contracts/report-check';
import { baseApi } from '../api/base.api';

/** What is checked: a PDF, or the code of a report. */
export type Checked = { file: File } | { code: string };

const reportCheckApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    checkReport: build.mutation<ReportCheck, Checked>({
      query: (of) => {
        if ('code' in of) return { url: 'api/reports/check', method: 'POST', params: { code: of.code } };
        const body = new FormData();
        body.append('file', of.file);
        return { url: 'api/reports/check', method: 'POST', body };
      },
    }),
    beginFiguresCheck: build.mutation<FiguresCheck, string>({
      query: (workId) => ({ url: `api/reports/${workId}/check`, method: 'POST' }),
    }),
    figuresCheck: build.query<FiguresCheck, string>({
      query: (workId) => `api/reports/${workId}/check`,
      keepUnusedDataFor: 0,
    }),
  }),
});
export const { useCheckReportMutation, useBeginFiguresCheckMutation, useFiguresCheckQuery } = reportCheckApi;
