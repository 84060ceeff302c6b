import type { SecondFactorRule } from '@superscope/contracts/second-factor';
import type {
  ActivationRequest,
  ClearSlowdownRequest,
  FailedSignIns,
  InvitationSent,
  RegisterBrowserClientRequest,
  RegisterUserRequest,
  ReviseUserRequest,
  Slowdowns,
  UserRow,
  UserWritten,
  WrittenMessage,
} from '@superscope/contracts/users';
import { baseApi } from '../../portal/api/base.api';

const root = 'api/authentication';

const securityApi = baseApi
  .enhanceEndpoints({ addTagTypes: ['Users', 'Slowdowns', 'SecondFactorRule'] })
  .injectEndpoints({
    endpoints: (build) => ({
      users: build.query<UserRow[], void>({ query: () => `${root}/users`, providesTags: ['Users'] }),
      slowdowns: build.query<Slowdowns, void>({ query: () => `${root}/slowdowns`, providesTags: ['Slowdowns'] }),
      failedSignIns: build.query<FailedSignIns, void>({
        query: () => `${root}/failedSignIns`,
        providesTags: ['Slowdowns'],
      }),
      registerUser: build.mutation<UserWritten, RegisterUserRequest>({
        query: (body) => ({ url: `${root}/register`, method: 'POST', body }),
        invalidatesTags: ['Users'],
      }),
      registerBrowserClient: build.mutation<UserWritten, RegisterBrowserClientRequest>({
        query: (body) => ({ url: `${root}/registerBrowserClient`, method: 'POST', body }),
        invalidatesTags: ['Users'],
      }),
      reviseUser: build.mutation<UserWritten, ReviseUserRequest & { userId: string }>({
        query: ({ userId, ...body }) => ({ url: `${root}/users/${userId}`, method: 'PATCH', body }),
        invalidatesTags: ['Users'],
      }),
      changeActivation: build.mutation<UserWritten, ActivationRequest>({
        query: (body) => ({ url: `${root}/activation`, method: 'PATCH', body }),
        invalidatesTags: ['Users'],
      }),
      inviteAgain: build.mutation<InvitationSent, string>({
        query: (userId) => ({ url: `${root}/users/${userId}/invitation`, method: 'POST' }),
        // Also after a failure, because the user may have set a password in the meantime.
        invalidatesTags: ['Users'],
      }),
      secondFactorRule: build.query<SecondFactorRule, void>({
        query: () => `${root}/secondFactorRule`,
        providesTags: ['SecondFactorRule'],
      }),
      requireSecondFactor: build.mutation<WrittenMessage, SecondFactorRule>({
        query: (body) => ({ url: `${root}/secondFactorRule`, method: 'PUT', body }),
        invalidatesTags: ['SecondFactorRule', 'Users'],
      }),
      resetAuthenticator: build.mutation<UserWritten, string>({
        query: (userId) => ({ url: `${root}/users/${userId}/authenticator`, method: 'DELETE' }),
        invalidatesTags: ['Users'],
      }),
      clearSlowdown: build.mutation<null, ClearSlowdownRequest>({
        query: (body) => ({ url: `${root}/slowdowns/clear`, method: 'POST', body }),
        invalidatesTags: ['Users', 'Slowdowns'],
      }),
    }),
  });
export const {
  useUsersQuery,
  useSlowdownsQuery,
  useFailedSignInsQuery,
  useRegisterUserMutation,
  useRegisterBrowserClientMutation,
  useReviseUserMutation,
  useChangeActivationMutation,
  useClearSlowdownMutation,
  useInviteAgainMutation,
  useSecondFactorRuleQuery,
  useRequireSecondFactorMutation,
  useResetAuthenticatorMutation,
} = securityApi;
