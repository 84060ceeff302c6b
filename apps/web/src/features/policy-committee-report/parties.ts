import type { Plan } from '@superscope/contracts/plan';
import { relationshipManager, type ReportContacts, type ServedTemplate } from '@superscope/contracts/plan-report';
import { baseApi } from '../../portal/api/base.api';
import { useReportPartiesQuery } from '../../portal/contact/plan-contacts.api';
import { loadedOf, mapLoaded, type Loaded } from '../../portal/analytics/loaded';

const partiesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** The pages and dates of the report. */
    servedTemplate: build.query<ServedTemplate, { planId: string; companyId: string | null }>({
      query: ({ planId, companyId }) => ({
        url: `api/plans/${encodeURIComponent(planId)}/reports/template`,
        params: companyId === null ? {} : { companyId },
      }),
      providesTags: (_, __, { planId }) => [{ type: 'Plan', id: planId }],
    }),
  }),
});
export const { useServedTemplateQuery } = partiesApi;

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

export function useParties({ id }: Pick<Plan, 'id'>, companyId: string | null): Loaded<Parties> {
  const answer = useReportPartiesQuery({ planId: id, companyId, logo: true });
  return mapLoaded(
    loadedOf(answer, answer.currentData),
    ({ contacts: { cover, providerContacts, consultants }, encodedProviderLogo }) => ({
      cover,
      manager: providerContacts.find(({ title }) => title === relationshipManager) ?? null,
      contacts: providerContacts.filter(({ title }) => title !== relationshipManager),
      consultants,
      logo: encodedProviderLogo,
    }),
  );
}
