import type { ImportAnswer, ImportProgress } from '@superscope/contracts/csv-import';
import type { DataDates, FileChanges } from '@superscope/contracts/investment-options';
import { baseApi } from '../../portal/api/base.api';

/** A file of a platform's investment options, for a data date (yyyy-MM-dd). */
export interface OptionsFile {
  platformId: string;
  dataDate: string;
  file: File;
}

interface TakenAs {
  /** The same file sent again with the same key is not taken twice. */
  key: string;
  /** The code of what was confirmed. */
  confirmed: string | undefined;
  /** Up to when what stands is known from the comparison. */
  asOf: number | undefined;
}

const sent = (url: string, { platformId, dataDate, file }: OptionsFile) => {
  const body = new FormData();
  body.append('file', file, file.name);
  return { url, method: 'POST', params: { platformId, dataDate }, body };
};

const tagged = baseApi.enhanceEndpoints({ addTagTypes: ['DataDates'] });

const investmentOptionsApi = tagged.injectEndpoints({
  endpoints: (build) => ({
    dataDates: build.query<DataDates, string>({
      query: (platformId) => ({ url: 'api/assets/dataDates', params: { platformId } }),
      providesTags: ['DataDates'],
    }),
    compareFile: build.mutation<FileChanges, OptionsFile>({
      query: (file) => sent('api/assets/changes', file),
    }),
    takeFile: build.mutation<ImportAnswer, OptionsFile & TakenAs>({
      query: ({ key, confirmed, asOf, ...file }) => {
        const { params, ...form } = sent('api/assets', file);
        const headers = { 'Idempotency-Key': key };
        const more = { ...(confirmed !== undefined && { confirmed }), ...(asOf !== undefined && { asOf }) };
        return { ...form, params: { ...params, ...more }, headers };
      },
    }),
    /** How far a file that was taken is written. */
    takenFile: build.query<ImportProgress, string>({
      query: (importId) => `api/csv/imports/${importId}`,
      keepUnusedDataFor: 0,
      onQueryStarted: async (_, { dispatch, queryFulfilled }) => {
        const answer = await queryFulfilled.catch(() => null);
        if (answer !== null && answer.data.state !== 'running') dispatch(tagged.util.invalidateTags(['DataDates']));
      },
    }),
  }),
});
export const { useDataDatesQuery, useCompareFileMutation, useTakeFileMutation, useTakenFileQuery } =
  investmentOptionsApi;
