import type { ActivationLinkRequest, PasswordRuleAnswer, ValidTokenAnswer } from '@superscope/contracts/authentication';
import { baseApi, messageOf, statusOf } from '../api/base.api';
import type { State } from '../state';
import {
  passwordNoticeClosed,
  passwordNotChanged,
  serverAvailable,
  serverUnavailable,
  signedOut,
} from '../slices/session.slice';
import type { User } from '../user/user';
import { welcome } from './welcome';

interface SignIn {
  username: string;
  password: string;
  mfaCode?: string;
}

const LOGOUT_WITHIN_MS = 5_000;

export const sessionApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** The signed-in user; fetched at the start, while the server is down, and whenever the user may have changed. */
    session: build.query<User | null, void>({
      queryFn: async (_, api, __, send) => {
        const before = (api.getState() as State).session.user;
        const result = await send('api/authentication');
        const user = (result.data as { user?: User } | undefined)?.user;
        const { session } = api.getState() as State;
        // The user signed out during the request: an answer from before must not sign them in again.
        if (before && !session.user) return { data: null };
        if (user && session.mayStillBeSignedIn) {
          // The user signed out here: an answer that only shows that signing out failed must not let them in again.
          api.dispatch(serverAvailable());
          return { data: null };
        }
        if (user) {
          api.dispatch(welcome(user));
          return { data: user };
        }
        const status = statusOf(result.error);
        if (status === 401) {
          api.dispatch(serverAvailable());
          api.dispatch(signedOut());
          return { data: null };
        }
        // If a page in use gets no answer, the user's own network may be down for a moment, so the page stays.
        if (result.error?.status === 'FETCH_ERROR' && session.status === 'signedIn') return { error: result.error };
        // 500, 502, 503, or no answer at the start: the page treats the server as down.
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
      // People walk away once they have signed out: a server that does not answer must not leave figures on the
      // screen.
      query: () => ({ url: 'api/authentication/logout', method: 'POST', timeout: LOGOUT_WITHIN_MS }),
      extraOptions: { ownsUnauthorised: true },
    }),
    requestResetLink: build.mutation<unknown, { email: string }>({
      query: (body) => ({ url: 'api/authentication/passwordResetLink', method: 'POST', body }),
      extraOptions: { ownsUnauthorised: true },
    }),
    requestActivationLink: build.mutation<unknown, ActivationLinkRequest>({
      query: (body) => ({ url: 'api/authentication/activationLink', method: 'POST', body }),
      extraOptions: { ownsUnauthorised: true },
    }),
    /** What the user's next password has to keep to. */
    passwordRule: build.query<PasswordRuleAnswer, void>({
      query: () => 'api/authentication/passwordRule',
      keepUnusedDataFor: 0,
    }),
    validateToken: build.query<Partial<ValidTokenAnswer>, string>({
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
      // Not repeated after the next sign-in: the user signs in with the old password, and keeps it.
      extraOptions: { ownsUnauthorised: true },
      onQueryStarted: async (_, { dispatch, queryFulfilled }) => {
        try {
          await queryFulfilled;
          dispatch(passwordNoticeClosed());
        } catch (failure) {
          if (statusOf((failure as { error?: unknown }).error) === 401) dispatch(passwordNotChanged());
        }
      },
    }),
  }),
});

/** Refetches without subscribing: a later sign-in or sign-out must not be overwritten. */
export const recheckSession = () =>
  sessionApi.endpoints.session.initiate(undefined, { subscribe: false, forceRefetch: true });

export const {
  useSignInMutation,
  useRequestActivationLinkMutation,
  useRequestResetLinkMutation,
  usePasswordRuleQuery,
  useValidateTokenQuery,
  useResetPasswordMutation,
  useChangePasswordMutation,
} = sessionApi;
