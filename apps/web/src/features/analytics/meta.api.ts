import type { MetaAnswer } from '@superscope/contracts/analytics/meta';
import { baseApi } from '../../portal/api/base.api';

const metaApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    meta: build.query<MetaAnswer, void>({ query: () => 'cubejs-api/v1/meta' }),
  }),
});
export const { useMetaQuery } = metaApi;
