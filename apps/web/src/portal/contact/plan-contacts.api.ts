import { relationshipManager, type ReportContacts, type ReportParties } from '@superscope/contracts/plan-report';
import { baseApi } from '../api/base.api';

const planContactsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Whom the plan's provider names to it, and the plan's consultants. */
    planContacts: build.query<ReportContacts, string>({
      query: (planId) => `api/plans/${encodeURIComponent(planId)}/reports/contacts`,
      transformResponse: ({ contacts }: ReportParties) => contacts,
      providesTags: (_, __, planId) => [{ type: 'Plan', id: planId }],
    }),
  }),
});
export const { usePlanContactsQuery } = planContactsApi;

/** A person, or a line, to ask. */
export interface PlanContact {
  name: string;
  /** As the provider titles them: 'Relationship Manager'. */
  title: string;
  email: string | null;
  phone: string | null;
}

const isReachable = ({ email, phone }: PlanContact) => email !== null || phone !== null;

/** Whom to ask about a plan: its relationship manager, else the provider's first contact with an address, else the plan's consultant. */
export function contactOf({ providerContacts, consultants }: ReportContacts): PlanContact | null {
  const manager = providerContacts.find(({ title }) => title === relationshipManager);
  const [consultant] = consultants;
  const named =
    consultant === undefined ? undefined : { name: consultant, title: 'Consultant', email: null, phone: null };
  return manager ?? providerContacts.find(isReachable) ?? named ?? null;
}
