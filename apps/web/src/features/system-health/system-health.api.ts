import type { SystemHealth } from '@superscope/contracts/system-health';
import { baseApi } from '../../portal/api/base.api';

const systemHealthApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    systemHealth: build.query<SystemHealth, void>({ query: () => 'api/system-health', keepUnusedDataFor: 0 }),
  }),
});
export const { useSystemHealthQuery } = systemHealthApi;
