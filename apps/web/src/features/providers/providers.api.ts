import type { ProviderWithLogo } from '@superscope/contracts/providers';
import { baseApi } from '../../portal/api/base.api';

const logoPath = (providerId: string) => `api/providers/${encodeURIComponent(providerId)}/logo`;

const providersApi = baseApi.enhanceEndpoints({ addTagTypes: ['Providers'] }).injectEndpoints({
  endpoints: (build) => ({
    providers: build.query<ProviderWithLogo[], void>({
      query: () => 'api/providers/logos',
      providesTags: ['Providers'],
    }),
    uploadLogo: build.mutation<unknown, { providerId: string; file: File }>({
      query: ({ providerId, file }) => {
        const body = new FormData();
        body.append('file', file);
        return { url: logoPath(providerId), method: 'POST', body };
      },
      invalidatesTags: ['Providers', 'Plan'],
    }),
    removeLogo: build.mutation<unknown, string>({
      query: (providerId) => ({ url: logoPath(providerId), method: 'DELETE' }),
      invalidatesTags: ['Providers', 'Plan'],
    }),
  }),
});
export const { useProvidersQuery, useUploadLogoMutation, useRemoveLogoMutation } = providersApi;
