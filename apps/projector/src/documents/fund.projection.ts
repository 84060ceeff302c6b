import type { RecordedEvent } from '@superscope/event-store/events/recorded-event';
import { documentsOf, whole, type Of } from '../runtime/writing/document-projection.js';
import { allMonths, recordedAt, type Projection } from '../runtime/writing/projection.js';

export const platforms = documentsOf('platforms', 'platforms', 'platformId', {
  PlatformRegistered: whole,
  PlatformDetailsRevised: whole,
});

export const providers = documentsOf('providers', 'providers', 'providerId', {
  ProviderRegistered: whole,
  ProviderDetailsRevised: whole,
});

const category: Of<{ categoryId: string }> = (event) => ({ [`categories.${event.data.categoryId}`]: event.data });

const planDocuments = documentsOf('plans', 'plans', 'planId', {
  PlanRegistered: whole,
  PlanDetailsRevised: whole,
  PlanClosed: (event: RecordedEvent<{ on: string }>) => ({ closedOn: event.data.on }),
  PlanReopened: () => ({ closedOn: null }),
  PlanPublished: (event) => ({ [`publishedAt.r${event.revision}`]: recordedAt(event) }),
  MemberCategoryDefined: category,
  MemberCategoryRevised: category,
});

const changesEveryMonth = new Set(['PlanRegistered', 'PlanClosed', 'PlanReopened', 'PlanPublished']);

/** A closed plan no longer carries its newest snapshot into later months; reopened, it does again. Published, its closed months count what is known by now. */
export const plans: Projection = {
  ...planDocuments,
  project: (event) => {
    const projected = planDocuments.project(event);
    // Registered: what came before the plan itself (assets of its platform, months) could not reach it.
    if (!changesEveryMonth.has(event.type)) return projected;
    const { planId } = event.data as { planId: string };
    return { ...projected, dirty: [{ plans: { planId }, ...allMonths, memberId: null }] };
  },
};

export const companies = documentsOf('companies', 'companies', 'companyId', {
  CompanyRegistered: whole,
  CompanyDetailsRevised: whole,
  CompanyDeactivated: () => ({ active: false }),
});
