import type { AsfaDocument, AsfaEffect, AsfaHosts, SaveAsfa } from '@superscope/contracts/asfa';
import type { WriteAnswer } from '@superscope/contracts/csv-import';
import { asfaApi } from '../../portal/asfa/asfa.api';

const asfaFiguresApi = asfaApi.injectEndpoints({
  endpoints: (build) => ({
    /** What saving a set of a day (yyyy-MM-dd) would change. */
    saveEffect: build.query<AsfaEffect, string>({
      query: (at) => ({ url: 'api/asfa/effect', params: { at } }),
      providesTags: ['Settings'],
    }),
    /** Reads a document by its address. Nothing is saved. */
    loadDocument: build.mutation<AsfaDocument, string>({
      query: (pdfUrl) => ({ url: 'api/asfa', method: 'POST', params: { save: false, pdfUrl }, body: {} }),
    }),
    readFile: build.mutation<AsfaDocument, File>({
      query: (file) => {
        const body = new FormData();
        body.append('file', file, file.name);
        return { url: 'api/asfa/file', method: 'POST', body };
      },
    }),
    saveFigures: build.mutation<WriteAnswer, { set: SaveAsfa; confirmed: boolean }>({
      query: ({ set, confirmed }) => ({
        url: 'api/asfa',
        method: 'POST',
        params: { save: true, ...(confirmed && { confirmed }) },
        body: set,
      }),
      invalidatesTags: ['Settings'],
    }),
    setHosts: build.mutation<unknown, AsfaHosts>({
      query: (body) => ({ url: 'api/asfa/hosts', method: 'PUT', body }),
      invalidatesTags: ['Settings'],
    }),
  }),
});
export const {
  useSaveEffectQuery,
  useLoadDocumentMutation,
  useReadFileMutation,
  useSaveFiguresMutation,
  useSetHostsMutation,
} = asfaFiguresApi;
