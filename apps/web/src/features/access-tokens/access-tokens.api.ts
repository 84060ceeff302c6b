import type {
  Application,
  IssuedTokenAnswer,
  IssueTokenRequest,
  RegisterApplicationRequest,
  RegisteredApplication,
} from '@superscope/contracts/applications';
import { baseApi } from '../../portal/api/base.api';

const root = 'api/applications';

const accessTokensApi = baseApi.enhanceEndpoints({ addTagTypes: ['Programs'] }).injectEndpoints({
  endpoints: (build) => ({
    programs: build.query<Application[], void>({ query: () => root, providesTags: ['Programs'] }),
    registerApplication: build.mutation<RegisteredApplication, RegisterApplicationRequest>({
      query: (body) => ({ url: root, method: 'POST', body }),
      invalidatesTags: ['Programs'],
    }),
    issueToken: build.mutation<IssuedTokenAnswer, IssueTokenRequest & { userId: string }>({
      query: ({ userId, ...body }) => ({ url: `${root}/${userId}/tokens`, method: 'POST', body }),
      invalidatesTags: ['Programs'],
    }),
    revokeToken: build.mutation<unknown, { userId: string; tokenId: string }>({
      query: ({ userId, tokenId }) => ({ url: `${root}/${userId}/tokens/${tokenId}`, method: 'DELETE' }),
      invalidatesTags: ['Programs'],
    }),
  }),
});
export const { useProgramsQuery, useRegisterApplicationMutation, useIssueTokenMutation, useRevokeTokenMutation } =
  accessTokensApi;
