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

export const plans = documentsOf(plansView, 'planId', {
  PlanRegistered: ({ data: { countsByDates, ...details } }: RecordedEvent<RegisteredPlan>) =>
    countsByDates ? { ...details, countsByDatesSince: '' } : details,
  PlanDetailsRevised: whole<PlanDetails>,
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
  CompanyRegistered: whole<CompanyDetails>,
  CompanyDetailsRevised: whole<CompanyDetails>,
  CompanyDeactivated: () => ({ active: false }),
});
