import { baseApi, messageOf, statusOf } from '../api/base.api';
import { serverAvailable, serverUnavailable, signedIn, signedOut } from './session.slice';
import type { User } from './user';

interface SignIn {
  username: string;
  password: string;
  mfaCode?: string;
}

export const sessionApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Who is signed in; asked once at the start and on every recheck while the server is down. */
    session: build.query<User | null, void>({
      queryFn: async (_, api, __, send) => {
        const result = await send('api/authentication');
        const user = (result.data as { user?: User } | undefined)?.user;
        if (user) {
          api.dispatch(signedIn(user));
          return { data: user };
        }
        const status = statusOf(result.error);
        if (status === 401) {
          api.dispatch(serverAvailable());
          api.dispatch(signedOut());
          return { data: null };
        }
        // 500, 502, 503 and no answer at all: the server is down, as far as this page is concerned.
        api.dispatch(serverUnavailable(messageOf(result.error)));
        return { error: result.error ?? { status: 'CUSTOM_ERROR', error: 'No user in the answer' } };
      },
      extraOptions: { ownsUnauthorised: true },
    }),
    signIn: build.mutation<{ user: User }, SignIn>({
      query: (body) => ({ url: 'api/authentication', method: 'POST', body }),
      extraOptions: { ownsUnauthorised: true },
    }),
    signOut: build.mutation<null, void>({
      query: () => ({ url: 'api/authentication/logout', method: 'POST' }),
      extraOptions: { ownsUnauthorised: true },
    }),
    requestResetLink: build.mutation<unknown, { email: string }>({
      query: (body) => ({ url: 'api/authentication/passwordResetLink', method: 'POST', body }),
      extraOptions: { ownsUnauthorised: true },
    }),
    validateToken: build.query<unknown, string>({
      query: (token) => ({ url: 'api/authentication/validateToken', params: { token } }),
      extraOptions: { ownsUnauthorised: true },
      keepUnusedDataFor: 0,
    }),
    resetPassword: build.mutation<unknown, { password: string; confirmPassword: string; token: string }>({
      query: (body) => ({ url: 'api/authentication/passwordReset', method: 'POST', body }),
      extraOptions: { ownsUnauthorised: true },
    }),
    changePassword: build.mutation<unknown, { oldPassword: string; newPassword: string }>({
      query: (body) => ({ url: 'api/authentication/passwordUpdate', method: 'POST', body }),
    }),
  }),
});

export const {
  useLazySessionQuery,
  useSignInMutation,
  useSignOutMutation,
  useRequestResetLinkMutation,
  useValidateTokenQuery,
  useResetPasswordMutation,
  useChangePasswordMutation,
} = sessionApi;
