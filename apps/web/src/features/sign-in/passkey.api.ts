import type { AuthenticationAnswer } from '@superscope/contracts/authentication';
import type { PasskeyQuestion, PasskeySignInRequest } from '@superscope/contracts/passkeys';
import { baseApi } from '../../portal/api/base.api';

const passkeyApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    passkeyQuestion: build.mutation<PasskeyQuestion, void>({
      query: () => ({ url: 'api/authentication/passkey/begin', method: 'POST' }),
      extraOptions: { ownsUnauthorised: true },
    }),
    signInByPasskey: build.mutation<AuthenticationAnswer, PasskeySignInRequest>({
      query: (body) => ({ url: 'api/authentication/passkey', method: 'POST', body }),
      extraOptions: { ownsUnauthorised: true },
    }),
  }),
});
export const { usePasskeyQuestionMutation, useSignInByPasskeyMutation } = passkeyApi;
