import type { BuildInfo } from '@superscope/contracts/build-info';
import { baseApi } from './base.api';

const HOUR = 3600;
/** A maintenance message appears and disappears on screens that are not reloaded. */
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
