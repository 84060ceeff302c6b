import type { PlatformOption } from '@superscope/contracts/corrections';
import { baseApi } from '../api/base.api';

const platformsApi = baseApi.enhanceEndpoints({ addTagTypes: ['Platforms'] }).injectEndpoints({
  endpoints: (build) => ({
    /** All platforms, of which a deployment has some tens. */
    platforms: build.query<PlatformOption[], void>({
      query: () => 'api/platforms',
      providesTags: ['Platforms'],
    }),
  }),
});
export const { usePlatformsQuery } = platformsApi;
