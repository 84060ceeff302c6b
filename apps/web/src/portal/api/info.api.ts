import type { BuildInfo } from '@superscope/contracts/build-info';
import { baseApi } from './base.api';

const HOUR = 3600;
/** A message of maintenance comes and goes on screens that nobody loads again. */
const EVERY_MS = 60_000;

export const infoApi = baseApi.enhanceEndpoints({ addTagTypes: ['Info'] }).injectEndpoints({
  endpoints: (build) => ({
    info: build.query<BuildInfo, void>({
      query: () => 'actuator/info',
      keepUnusedDataFor: HOUR,
      extraOptions: { ownsUnauthorised: true },
      providesTags: ['Info'],
    }),
  }),
});

export const useInfo = () =>
  infoApi.useInfoQuery(undefined, { pollingInterval: EVERY_MS, skipPollingIfUnfocused: true });
