import type { AsfaProgress } from '@superscope/contracts/asfa';
import { baseApi } from '../api/base.api';

/** How often pages look while plans wait for their figures. */
export const LOOK_AT_DERIVATION_EVERY_MS = 2_000;

const derivationProgressApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** How many plans there are, and how many wait for their figures. */
    derivationProgress: build.query<AsfaProgress, void>({ query: () => 'api/asfa/progress', keepUnusedDataFor: 0 }),
  }),
});
export const { useDerivationProgressQuery } = derivationProgressApi;
