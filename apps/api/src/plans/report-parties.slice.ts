import { Controller, Injectable, Module, NotFoundException } from '@nestjs/common';
import { innerId } from '@superscope/contracts/fields';
import { reportParties, type ReportContacts, type ReportParties } from '@superscope/contracts/plan-report';
import { tablesInForce } from '@superscope/contracts/publications';
import type { DocumentOf } from '@superscope/contracts/read-models/document-view';
import { companiesView, plansView, platformsView, providersView } from '@superscope/contracts/read-models/fund';
import { providerContactPublicationsView } from '@superscope/contracts/read-models/publications';
import { usersView } from '@superscope/contracts/read-models/users';
import { sydneyDate } from '@superscope/domain/calendar-dates';
import { z } from 'zod';
import { PlanScopes } from '../authentication/session/plans-in-reach.js';
import { requirePlan } from '../platform/access/caller.js';
import { inScope } from '../platform/access/principal.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Views } from '../platform/engines.module.js';
import { LogoFiles } from '../providers/logo-files.js';
import { ProvidersModule } from '../providers/providers.module.js';
import { contactsOf } from './report-contacts.js';

const reportPartiesEndpoint = endpoint('GET /api/plans/:planId/reports/contacts', {
  summary:
    'Whom the Policy Committee Report of a plan in reach names, without its figures; `companyId` is an employer of the plan, and `without=logo` leaves the logo out',
  right: 'documents.make',
  params: { planId: innerId },
  query: z.strictObject({ companyId: innerId.optional(), without: z.literal('logo').optional() }),
  inDocuments: true,
  answers: { 200: reportParties },
  problems: { 404: null },
});

/** Whom reports about plans name. */
@Injectable()
export class PlanParties {
  constructor(
    private readonly views: Views,
    private readonly scopes: PlanScopes,
    private readonly logos: LogoFiles,
  ) {}

  /** Throws 404 if there is no such plan, or if the plan has no such employer. */
  async of(
    planId: string,
    companyId: string | undefined,
    without?: 'logo',
  ): Promise<ReportParties & { plan: DocumentOf<typeof plansView> }> {
    const [plan, company] = await Promise.all([
      this.views.of(plansView).findOne({ _id: planId }),
      companyId === undefined ? null : this.views.of(companiesView).findOne({ _id: companyId, planId }),
    ]);
    // Without a name, the document's first event was set aside, and only later fields are known.
    if (plan?.name === undefined) throw new NotFoundException('There is no such plan.');
    if (companyId !== undefined && company === null) throw new NotFoundException('The plan has no such employer.');
    const platform = await this.views.of(platformsView).findOne({ _id: plan.platformId });
    const provider = platform?.providerId
      ? await this.views.of(providersView).findOne({ _id: platform.providerId })
      : null;
    const consultantContacts = await this.consultants(planId);
    return {
      plan,
      contacts: {
        cover: {
          planShortName: plan.shortName,
          planName: plan.name,
          platformName: platform?.name ?? plan.platformId,
          platformShortName: platform?.shortName ?? platform?.name ?? plan.platformId,
          trusteeName: platform?.trusteeName ?? null,
          trusteeAbn: platform?.trusteeAbn ?? null,
          trusteeAfsl: platform?.trusteeAfsl ?? null,
          providerName: provider?.name ?? null,
          providerAbn: provider?.abn ?? null,
        },
        providerContacts: await this.contacts(planId, plan.relationshipManager, provider?._id ?? null),
        consultants: consultantContacts.map(({ name }) => name),
      },
      consultantContacts,
      encodedProviderLogo: without === 'logo' ? null : await this.logos.dataUrl(provider?.logo),
    };
  }

  /** The contacts of the plan's provider. Those of another provider, who had the platform before, are left out. */
  private async contacts(
    planId: string,
    manager: string | null,
    providerId: string | null,
  ): Promise<ReportContacts['providerContacts']> {
    if (providerId === null) return contactsOf(manager, [], []);
    const stored = await this.views
      .of(providerContactPublicationsView)
      .find({ ownerId: { $in: [planId, providerId] } })
      .toArray();
    const inForce = tablesInForce(stored, sydneyDate(new Date()));
    const of = (owner: string) => (inForce.get(owner)?.rows ?? []).filter((row) => row.providerId === providerId);
    return contactsOf(manager, of(planId), of(providerId));
  }

  /** Active consultants whose plans include this one. A user name is no name for a document, so those without a name are left out. */
  private async consultants(planId: string): Promise<ReportParties['consultantContacts']> {
    const users = await this.views.of(usersView).find({ role: 'AuthorizedRep', active: true }).toArray();
    const scopes = await Promise.all(users.map((user) => this.scopes.of(user)));
    return users
      .filter((_, i) => inScope(scopes[i]!, planId))
      .flatMap(({ personal: { name, email } }) => (name === null ? [] : [{ name, email }]))
      .sort((a, b) => a.name.localeCompare(b.name, 'en-AU'));
  }
}

@Controller()
class ReportPartiesController {
  constructor(private readonly parties: PlanParties) {}

  @Endpoint(reportPartiesEndpoint)
  async read({ params, query, caller }: RequestOf<typeof reportPartiesEndpoint>): Promise<ReportParties> {
    const { planId } = params;
    requirePlan(caller, planId);
    const { plan: _, ...parties } = await this.parties.of(planId, query.companyId, query.without);
    return parties;
  }
}

@Module({
  imports: [ProvidersModule],
  controllers: [ReportPartiesController],
  providers: [PlanParties],
  exports: [PlanParties],
})
export class ReportPartiesSlice {}
