import type {
  AddPasskeyRequest,
  BeginPasskeyRequest,
  OwnPasskeys,
  PasskeyCreation,
} from '@superscope/contracts/passkeys';
import type {
  AuthenticatorCodeRequest,
  BeginAuthenticatorRequest,
  BegunAuthenticator,
  OwnSecondFactor,
} from '@superscope/contracts/second-factor';
import { baseApi } from '../../portal/api/base.api';

const root = 'api/authentication';

const twoStepApi = baseApi.enhanceEndpoints({ addTagTypes: ['OwnSecondFactor', 'OwnPasskeys'] }).injectEndpoints({
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
    ownPasskeys: build.query<OwnPasskeys, void>({
      query: () => `${root}/passkeys`,
      providesTags: ['OwnPasskeys'],
      keepUnusedDataFor: 0,
    }),
    beginPasskey: build.mutation<PasskeyCreation, BeginPasskeyRequest>({
      query: (body) => ({ url: `${root}/passkeys/begin`, method: 'POST', body }),
    }),
    addPasskey: build.mutation<unknown, AddPasskeyRequest>({
      query: (body) => ({ url: `${root}/passkeys`, method: 'POST', body }),
      invalidatesTags: ['OwnPasskeys'],
    }),
    removePasskey: build.mutation<unknown, string>({
      query: (passkeyId) => ({ url: `${root}/passkeys/${passkeyId}`, method: 'DELETE' }),
      invalidatesTags: ['OwnPasskeys'],
    }),
  }),
});
export const {
  useAddPasskeyMutation,
  useBeginPasskeyMutation,
  useOwnPasskeysQuery,
  useRemovePasskeyMutation,
  useOwnSecondFactorQuery,
  useBeginAuthenticatorMutation,
  useConfirmAuthenticatorMutation,
  useRemoveAuthenticatorMutation,
} = twoStepApi;
