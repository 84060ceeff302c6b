import type { AccessOn } from '@superscope/contracts/access-on';
import type { RoleChanges } from '@superscope/contracts/role-changes';
import { baseApi } from '../../portal/api/base.api';

const whoMaySeeApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    accessOn: build.query<AccessOn, string>({
      query: (on) => ({ url: 'api/authentication/access', params: { on } }),
      keepUnusedDataFor: 0,
    }),
    roleChanges: build.query<RoleChanges, string | undefined>({
      query: (before) => ({ url: 'api/history/roleChanges', params: before === undefined ? {} : { before } }),
      keepUnusedDataFor: 0,
    }),
  }),
});
export const { useAccessOnQuery, useRoleChangesQuery } = whoMaySeeApi;
