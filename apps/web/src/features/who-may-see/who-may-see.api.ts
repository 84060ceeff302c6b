import type { AccessOn } from '@superscope/contracts/access-on';
import { baseApi } from '../../portal/api/base.api';

const whoMaySeeApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    accessOn: build.query<AccessOn, string>({
      query: (on) => ({ url: 'api/authentication/access', params: { on } }),
      keepUnusedDataFor: 0,
    }),
  }),
});
export const { useAccessOnQuery } = whoMaySeeApi;
