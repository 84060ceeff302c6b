import { audienceHeader } from '@superscope/contracts/analytics/audience-header';
import type { AnalyticsQuery } from '@superscope/contracts/analytics/query';
import { baseApi } from '../api/base.api';
import { isQuarterEnd, eachMonth } from '../period/period';
import type { Audience } from './query';
import type { Figures } from './result';

export interface PlanLoad {
  /** Whose figures they are: a change of this plan asks again. */
  planId: string;
  /** Part of what an answer is kept under: exact figures never stand in for published ones. */
  audience: Audience;
  query: AnalyticsQuery;
}
/** The answer with the months it was asked for: what is shown while another period loads stays whole. */
export interface LoadedFigures extends Figures {
  /** yyyy-MM, oldest first; only quarter ends where no other month is published. */
  months: string[];
}
const KEPT_S = 300;

export const asAudience = (audience: Audience) =>
  audience === 'staff' ? { headers: { [audienceHeader]: 'staff' } } : {};

/** What goes stale: exact figures follow every change of a plan's members, published ones only a new edition. */
export const figuresTag = (planId: string, audience: Audience) =>
  ({ type: audience === 'staff' ? 'ExactFigures' : 'Figures', id: planId }) as const;

function monthsOf({ timeDimensions }: AnalyticsQuery, quarterEnds: boolean): string[] {
  const range = timeDimensions?.[0]?.dateRange;
  const months = Array.isArray(range) ? eachMonth(range[0]!, range[1]!) : [];
  return quarterEnds ? months.filter(isQuarterEnd) : months;
}

export const analyticsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    load: build.query<LoadedFigures, PlanLoad>({
      query: ({ query, audience }) => ({
        url: 'cubejs-api/v1/load',
        method: 'POST',
        body: { query },
        ...asAudience(audience),
      }),
      // What a screen uses; the rest of the answer (its query and titles) need not be kept.
      transformResponse: ({ data, suppressed, rounded, margins, quarterEnds }: Figures, _, { query }) => ({
        data,
        ...(suppressed ? { suppressed } : {}),
        ...(rounded ? { rounded } : {}),
        ...(margins ? { margins } : {}),
        ...(quarterEnds ? { quarterEnds } : {}),
        months: monthsOf(query, quarterEnds === true),
      }),
      providesTags: (_, __, { planId, audience }) => [figuresTag(planId, audience)],
      keepUnusedDataFor: KEPT_S,
    }),
  }),
});
export const { useLoadQuery } = analyticsApi;
