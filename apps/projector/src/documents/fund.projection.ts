import { companiesView, plansView, platformsView, providersView } from '@superscope/contracts/read-models/fund';
import { companyStream } from '@superscope/domain/company/company';
import { planStream } from '@superscope/domain/plan/plan';
import type { MemberCategoryDetails, PlanDetails } from '@superscope/domain/plan/plan.events';
import { platformStream } from '@superscope/domain/platform/platform';
import { providerStream } from '@superscope/domain/provider/provider';
import type { RecordedEvent } from '@superscope/event-store/events/recorded-event';
import { recordedAt } from '../runtime/writing/instants.js';
import { documentsOf, whole } from '../runtime/writing/stream-projection.js';

export const platforms = documentsOf(
  platformsView,
  platformStream,
  { id: 'platformId' },
  {
    PlatformRegistered: whole,
    PlatformDetailsRevised: whole,
  },
);

export const providers = documentsOf(
  providersView,
  providerStream,
  { id: 'providerId' },
  {
    ProviderRegistered: whole,
    ProviderDetailsRevised: whole,
    ProviderLogoUploaded: ({ data: { type, sha256, bytes } }) => ({
      logo: { type, sha256, bytes },
    }),
    ProviderLogoRemoved: () => ({ logo: null }),
  },
);

const category = ({ data }: RecordedEvent<MemberCategoryDetails>) => ({ [`categories.${data.categoryId}`]: data });

/** An edition counts what had been said by its moment, so each is kept. */
const payrollSaid = (event: RecordedEvent<PlanDetails>) => ({
  [`payrollSaid.r${event.revision}`]: { at: recordedAt(event), onePayroll: event.data.onePayroll },
});

export const plans = documentsOf(
  plansView,
  planStream,
  { id: 'planId' },
  {
    PlanRegistered: (event) => {
      const { countsByDates, publishingRules = 1, ...details } = event.data;
      return {
        ...details,
        ...payrollSaid(event),
        ...(countsByDates ? { countsByDatesSince: '' } : {}),
        ...(publishingRules >= 2 ? { secondRulesSince: '' } : {}),
      };
    },
    PlanDetailsRevised: (event) => ({ ...event.data, ...payrollSaid(event) }),
    PublishingRulesAdopted: (event) => ({ secondRulesSince: recordedAt(event) }),
    MembersCountedByDates: (event) => ({ countsByDatesSince: recordedAt(event) }),
    PlanClosed: ({ data }) => ({ closedOn: data.on }),
    PlanReopened: () => ({ closedOn: null }),
    PlanPublished: (event) => ({ [`publishedAt.r${event.revision}`]: recordedAt(event) }),
    PlanFlyerUploaded: ({ data: { name, sha256, bytes } }) => ({
      [`flyers.${name}`]: { sha256, bytes },
    }),
    PlanFlyerRemoved: ({ data }) => ({ [`flyers.${data.name}`]: null }),
    MemberCategoryDefined: category,
    MemberCategoryRevised: category,
  },
);

export const companies = documentsOf(
  companiesView,
  companyStream,
  { id: 'companyId' },
  {
    CompanyRegistered: (event) => ({ ...event.data, registeredAt: recordedAt(event) }),
    CompanyDetailsRevised: whole,
    CompanyDeactivated: () => ({ active: false }),
  },
);
