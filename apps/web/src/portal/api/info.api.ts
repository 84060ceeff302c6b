import type { BuildInfo } from '@superscope/contracts/build-info';
import { baseApi } from './base.api';

const HOUR = 3600;

export const infoApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    info: build.query<BuildInfo, void>({
      query: () => 'actuator/info',
      keepUnusedDataFor: HOUR,
      extraOptions: { ownsUnauthorised: true },
    }),
  }),
});
export const { useInfoQuery } = infoApi;
