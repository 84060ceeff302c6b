import type { AsfaFigures } from '@superscope/contracts/asfa';
import { baseApi } from '../api/base.api';

/** The ASFA figures in use and the sets saved, for their own page and for the panel of Import / Export. */
export const asfaApi = baseApi.enhanceEndpoints({ addTagTypes: ['Settings'] }).injectEndpoints({
  endpoints: (build) => ({
    asfaFigures: build.query<AsfaFigures, void>({ query: () => 'api/asfa', providesTags: ['Settings'] }),
  }),
});
export const { useAsfaFiguresQuery } = asfaApi;
