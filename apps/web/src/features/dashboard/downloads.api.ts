import type { FlyerUploaded } from '@superscope/contracts/flyers';
import { baseApi } from '../../portal/api/base.api';

export const flyerPath = (planId: string, file: string) =>
  `api/plan/download/${encodeURIComponent(file)}?planId=${encodeURIComponent(planId)}`;
export const summaryPath = (planId: string) => `api/plans/${encodeURIComponent(planId)}/analyticsSummaryCsv`;

const downloadsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    uploadFlyer: build.mutation<FlyerUploaded, { planId: string; file: File }>({
      query: ({ planId, file }) => {
        const body = new FormData();
        body.append('file', file, safeFileName(file.name));
        return { url: `api/plan/${encodeURIComponent(planId)}/flyers`, method: 'POST', body };
      },
      invalidatesTags: (_, __, { planId }) => [{ type: 'Plan', id: planId }],
    }),
    removeFlyer: build.mutation<unknown, { planId: string; file: string }>({
      query: ({ planId, file }) => ({
        url: `api/plan/${encodeURIComponent(planId)}/flyers/${encodeURIComponent(file)}`,
        method: 'DELETE',
      }),
      invalidatesTags: (_, __, { planId }) => [{ type: 'Plan', id: planId }],
    }),
  }),
});
export const { useUploadFlyerMutation, useRemoveFlyerMutation } = downloadsApi;

/**
 * Characters that a flyer's name cannot have become hyphens: `Plan details v1.2.pdf` is kept as `Plan details
 * v1-2.pdf`.
 */
export function safeFileName(name: string): string {
  const kept = name
    .replace(/\.pdf$/i, '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9 ()&_-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+/, '')
    .slice(0, 80)
    .replace(/[ (&]+$/, '');
  return `${kept === '' ? 'Flyer' : kept}.pdf`;
}
