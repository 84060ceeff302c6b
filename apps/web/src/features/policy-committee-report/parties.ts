import type { Plan } from '@superscope/contracts/plan';
import {
  relationshipManager,
  type PlanReport,
  type ReportContacts,
  type ReportParties,
} from '@superscope/contracts/plan-report';
import { baseApi, referenceOf } from '../../portal/api/base.api';
import { mapLoaded, type Loaded } from '../../portal/analytics/loaded';

const partiesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    planReport: build.query<PlanReport, { planId: string; companyId: string | null }>({
      query: ({ planId, companyId }) => ({
        url: `api/plans/${encodeURIComponent(planId)}/reports`,
        params: { template: 'DEFAULT', ...(companyId !== null && { companyId }) },
      }),
      providesTags: (_, __, { planId }) => [{ type: 'Plan', id: planId }],
    }),
    reportParties: build.query<ReportParties, { planId: string; companyId: string | null }>({
      query: ({ planId, companyId }) => ({
        url: `api/plans/${encodeURIComponent(planId)}/reports/contacts`,
        params: companyId === null ? {} : { companyId },
      }),
      providesTags: (_, __, { planId }) => [{ type: 'Plan', id: planId }],
    }),
  }),
});

type Contact = ReportContacts['providerContacts'][number];

/** Whom a report names. */
export interface Parties {
  cover: ReportContacts['cover'];
  /** The plan's relationship manager, if it has one. */
  manager: Contact | null;
  /** The provider's other contacts. */
  contacts: readonly Contact[];
  /** Names of the plan's consultants. */
  consultants: readonly string[];
  /** The provider's logo as a data URL; null without one. */
  logo: string | null;
}

/** The report itself: its template's pages, and its dates. */
export const { usePlanReportQuery } = partiesApi;

export function useParties({ id }: Pick<Plan, 'id'>, companyId: string | null): Loaded<Parties> {
  const { currentData, isFetching, isError, error, refetch } = partiesApi.useReportPartiesQuery({
    planId: id,
    companyId,
  });
  const answer: Loaded<ReportParties> = {
    data: currentData,
    refreshing: isFetching && currentData !== undefined,
    failed: isError && !isFetching,
    reference: referenceOf(error),
    retry: () => void refetch(),
  };
  return mapLoaded(answer, ({ contacts: { cover, providerContacts, consultants }, encodedProviderLogo }) => ({
    cover,
    manager: providerContacts.find(({ title }) => title === relationshipManager) ?? null,
    contacts: providerContacts.filter(({ title }) => title !== relationshipManager),
    consultants,
    logo: encodedProviderLogo,
  }));
}
