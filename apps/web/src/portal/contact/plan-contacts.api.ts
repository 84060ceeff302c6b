import { relationshipManager, type ReportParties } from '@superscope/contracts/plan-report';
import { baseApi } from '../api/base.api';

interface Asked {
  planId: string;
  /** An employer of the plan; null for all of it. */
  companyId: string | null;
  /** The provider's logo, up to 1 MB, which only documents draw. */
  logo: boolean;
}

const planContactsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Whom the plan's provider names to it, and the plan's consultants. */
    reportParties: build.query<ReportParties, Asked>({
      query: ({ planId, companyId, logo }) => ({
        url: `api/plans/${encodeURIComponent(planId)}/reports/contacts`,
        params: { ...(companyId === null ? {} : { companyId }), ...(logo ? {} : { without: 'logo' }) },
      }),
      providesTags: (_, __, { planId }) => [{ type: 'Plan', id: planId }],
    }),
  }),
});
export const { useReportPartiesQuery } = planContactsApi;

/** Whom to ask about a plan, once that is known; null where nobody is named. Undefined without a plan, and before the answer. */
export function usePlanContact(planId: string | undefined): PlanContact | null | undefined {
  const { currentData } = useReportPartiesQuery(
    { planId: planId ?? '', companyId: null, logo: false },
    { skip: planId === undefined },
  );
  return currentData && contactOf(currentData);
}

/** A person, or a line, to ask. */
export interface PlanContact {
  name: string;
  /** As the provider titles them: 'Relationship Manager'. */
  title: string;
  email: string | null;
  phone: string | null;
}

const CONSULTANT = 'Consultant';

/** Whether a contact is a person whom the plan knows, rather than a line such as 'Member services'. */
export const isKnownPerson = (title: string): boolean => title === relationshipManager || title === CONSULTANT;

const isReachable = ({ email, phone }: PlanContact) => email !== null || phone !== null;

/**
 * Whom to ask about a plan: whoever can be reached of its relationship manager, its consultants and the provider's other contacts, in this
 * order. Where nobody can be, the manager's or a consultant's name is still better than none.
 */
export function contactOf({
  contacts: { providerContacts },
  consultantContacts,
}: Pick<ReportParties, 'contacts' | 'consultantContacts'>): PlanContact | null {
  const managers = providerContacts.filter(({ title }) => title === relationshipManager);
  const consultants = consultantContacts.map((of): PlanContact => ({ ...of, title: CONSULTANT, phone: null }));
  const inOrder = [...managers, ...consultants, ...providerContacts];
  return inOrder.find(isReachable) ?? managers[0] ?? consultants[0] ?? null;
}
