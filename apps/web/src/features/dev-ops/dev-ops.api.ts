import type { DevOpsTree, TreeName } from '@superscope/contracts/dev-ops';
import { baseApi } from '../../portal/api/base.api';

const ADDRESSES: Record<TreeName, string> = {
  batches: 'api/devops/batches',
  containers: 'api/devops/containers/tree',
  monitors: 'api/devops/monitors/tree',
};

export const devOpsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    devOpsTree: build.query<DevOpsTree, TreeName>({ query: (name) => ADDRESSES[name], keepUnusedDataFor: 0 }),
  }),
});
export const { useDevOpsTreeQuery } = devOpsApi;
