import { companiesView, plansView, platformsView, providersView } from '@superscope/contracts/read-models/fund';
import type { CompanyDetails } from '@superscope/domain/company/company';
import type {
  MemberCategoryDetails,
  PlanDetails,
  PlanFlyer,
  RegisteredPlan,
} from '@superscope/domain/plan/plan.events';
import type { PlatformDetails } from '@superscope/domain/platform/platform';
import type { ProviderDetails, ProviderLogo } from '@superscope/domain/provider/provider';
import type { RecordedEvent } from '@superscope/event-store/events/recorded-event';
import { documentsOf, whole } from '../runtime/writing/document-projection.js';
import { recordedAt } from '../runtime/writing/instants.js';

export const platforms = documentsOf(platformsView, 'platformId', {
  PlatformRegistered: whole<PlatformDetails>,
  PlatformDetailsRevised: whole<PlatformDetails>,
});

export const providers = documentsOf(providersView, 'providerId', {
  ProviderRegistered: whole<ProviderDetails>,
  ProviderDetailsRevised: whole<ProviderDetails>,
  ProviderLogoUploaded: ({ data: { type, sha256, bytes } }: RecordedEvent<ProviderLogo>) => ({
    logo: { type, sha256, bytes },
  }),
  ProviderLogoRemoved: () => ({ logo: null }),
});

const category = ({ data }: RecordedEvent<MemberCategoryDetails>) => ({ [`categories.${data.categoryId}`]: data });

/** An edition counts what had been said by its moment, so each is kept. */
const payrollSaid = (event: RecordedEvent<PlanDetails>) => ({
  [`payrollSaid.r${event.revision}`]: { at: recordedAt(event), onePayroll: event.data.onePayroll },
});

export const plans = documentsOf(plansView, 'planId', {
  PlanRegistered: (event: RecordedEvent<RegisteredPlan>) => {
    const { countsByDates, publishingRules = 1, ...details } = event.data;
    return {
      ...details,
      ...payrollSaid(event),
      ...(countsByDates ? { countsByDatesSince: '' } : {}),
      ...(publishingRules >= 2 ? { secondRulesSince: '' } : {}),
    };
  },
  PlanDetailsRevised: (event: RecordedEvent<PlanDetails>) => ({ ...event.data, ...payrollSaid(event) }),
  PublishingRulesAdopted: (event) => ({ secondRulesSince: recordedAt(event) }),
  MembersCountedByDates: (event) => ({ countsByDatesSince: recordedAt(event) }),
  PlanClosed: ({ data }: RecordedEvent<{ on: string }>) => ({ closedOn: data.on }),
  PlanReopened: () => ({ closedOn: null }),
  PlanPublished: (event) => ({ [`publishedAt.r${event.revision}`]: recordedAt(event) }),
  PlanFlyerUploaded: ({ data: { name, sha256, bytes } }: RecordedEvent<PlanFlyer>) => ({
    [`flyers.${name}`]: { sha256, bytes },
  }),
  PlanFlyerRemoved: ({ data }: RecordedEvent<{ name: string }>) => ({ [`flyers.${data.name}`]: null }),
  MemberCategoryDefined: category,
  MemberCategoryRevised: category,
});

export const companies = documentsOf(companiesView, 'companyId', {
  CompanyRegistered: (event: RecordedEvent<CompanyDetails>) => ({ ...event.data, registeredAt: recordedAt(event) }),
  CompanyDetailsRevised: whole<CompanyDetails>,
  CompanyDeactivated: () => ({ active: false }),
});
