import type {
  AuthenticatorCodeRequest,
  BeginAuthenticatorRequest,
  BegunAuthenticator,
  OwnSecondFactor,
} from '@superscope/contracts/second-factor';
import { baseApi } from '../../portal/api/base.api';

const root = 'api/authentication';

export const twoStepApi = baseApi.enhanceEndpoints({ addTagTypes: ['OwnSecondFactor'] }).injectEndpoints({
  endpoints: (build) => ({
    ownSecondFactor: build.query<OwnSecondFactor, void>({
      query: () => `${root}/secondFactor`,
      providesTags: ['OwnSecondFactor'],
      keepUnusedDataFor: 0,
    }),
    beginAuthenticator: build.mutation<BegunAuthenticator, BeginAuthenticatorRequest>({
      query: (body) => ({ url: `${root}/authenticator/begin`, method: 'POST', body }),
    }),
    confirmAuthenticator: build.mutation<unknown, AuthenticatorCodeRequest>({
      query: (body) => ({ url: `${root}/authenticator/confirm`, method: 'POST', body }),
      invalidatesTags: ['OwnSecondFactor'],
    }),
    removeAuthenticator: build.mutation<unknown, AuthenticatorCodeRequest>({
      query: (body) => ({ url: `${root}/authenticator/remove`, method: 'POST', body }),
      invalidatesTags: ['OwnSecondFactor'],
    }),
  }),
});
export const {
  useOwnSecondFactorQuery,
  useBeginAuthenticatorMutation,
  useConfirmAuthenticatorMutation,
  useRemoveAuthenticatorMutation,
} = twoStepApi;
