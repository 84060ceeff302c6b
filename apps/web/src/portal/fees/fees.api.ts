import type { AssetOption, MemberBalances, PastComparisons } from '@superscope/contracts/fee-comparison';
import { baseApi } from '../api/base.api';

const feesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    platformAssets: build.query<AssetOption[], { platformId: string; name: string; excludeChoice: boolean }>({
      query: ({ platformId, name, excludeChoice }) => ({
        url: `api/platforms/${encodeURIComponent(platformId)}/assets`,
        params: excludeChoice ? { name, excludeChoice } : { name },
      }),
    }),
    memberBalances: build.query<MemberBalances, string>({
      query: (memberId) => `api/members/${encodeURIComponent(memberId)}/balances`,
      // Balances are shown as they are now, and not kept after the member is left.
      keepUnusedDataFor: 0,
    }),
    pastComparisons: build.query<PastComparisons, string>({
      query: (memberId) => `api/members/${encodeURIComponent(memberId)}/feeComparisons`,
      // What is run here is the result beside it, and is listed when the member is chosen again.
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { usePlatformAssetsQuery, useMemberBalancesQuery, usePastComparisonsQuery } = feesApi;
