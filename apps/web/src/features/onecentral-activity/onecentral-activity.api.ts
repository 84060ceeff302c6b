import type { Activity, ActivityActionOption, ActivityUser } from '@superscope/contracts/onecentral-activity';
import { baseApi } from '../../portal/api/base.api';
import type { ActivityFilter } from './activity-address';

/** The conditions of a search that restrict it. */
export const given = (filter: ActivityFilter & { page?: number }): Record<string, string | number> =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''));

const activityApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    activity: build.query<Activity, ActivityFilter & { page: number }>({
      query: (filter) => ({ url: 'api/onecentral/access', params: given(filter) }),
      keepUnusedDataFor: 0,
    }),
    /** Whether to list users of OneCentral or all others. */
    activityUsers: build.query<ActivityUser[], boolean>({
      query: (oneCentral) => ({ url: 'api/onecentral/users', params: oneCentral ? {} : { oneCentral: false } }),
    }),
    activityActions: build.query<ActivityActionOption[], void>({ query: () => 'api/onecentral/actions' }),
  }),
});
export const { useActivityQuery, useActivityUsersQuery, useActivityActionsQuery } = activityApi;
