import type { Plan } from '@superscope/contracts/plan';
import { relationshipManager, type PlanReport, type ReportContacts } from '@superscope/contracts/plan-report';
import { referenceOf } from '../../portal/api/base.api';
import { baseApi } from '../../portal/api/base.api';
import { mapLoaded, type Loaded } from '../../portal/analytics/loaded';

const reportApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    planReport: build.query<PlanReport, { planId: string; companyId: string | null }>({
      query: ({ planId, companyId }) => ({
        url: `api/plans/${encodeURIComponent(planId)}/reports`,
        params: { template: 'DEFAULT', ...(companyId !== null && { companyId }) },
      }),
      providesTags: (_, __, { planId }) => [{ type: 'Plan', id: planId }],
    }),
  }),
});

/** Whom a report names. */
export interface Parties {
  cover: ReportContacts['cover'];
  /** The plan's relationship manager, if it has one. */
  manager: string | null;
  contacts: ReportContacts['providerContacts'];
  /** The provider's logo as a data URL; null without one. */
  logo: string | null;
}

/** The report itself: its template's pages, its dates, and whom it names. */
export const { usePlanReportQuery } = reportApi;

export function useParties({ id }: Pick<Plan, 'id'>, companyId: string | null): Loaded<Parties> {
  const { currentData, isFetching, isError, error, refetch } = usePlanReportQuery({ planId: id, companyId });
  const answer: Loaded<PlanReport> = {
    data: currentData,
    refreshing: isFetching && currentData !== undefined,
    failed: isError && !isFetching,
    reference: referenceOf(error),
    retry: () => void refetch(),
  };
  return mapLoaded(answer, ({ contacts: { cover, providerContacts }, encodedProviderLogo }) => ({
    cover,
    manager: providerContacts.find(({ title }) => title === relationshipManager)?.name ?? null,
    contacts: providerContacts.filter(({ title }) => title !== relationshipManager),
    logo: encodedProviderLogo,
  }));
}
