import { Injectable } from '@nestjs/common';
import { companiesView, plansView, platformsView } from '@superscope/contracts/read-models/fund';
import type { UserRegistration } from '@superscope/domain/user/user.events';
import { Views } from '../../platform/engines.module.js';
import type { PlanScope } from '../../platform/access/principal.js';

const none: PlanScope = { kind: 'plans', planIds: new Set() };

/**
 * Determines the plans that a user may access from the registration's role and context: none by default, and all plans only if that is
 * explicit.
 */
@Injectable()
export class PlanScopes {
  constructor(private readonly views: Views) {}

  async of({ role, context }: Pick<UserRegistration, 'role' | 'context'>): Promise<PlanScope> {
    switch (role) {
      case 'Staff':
      case 'Admin':
      case 'Auditor':
        return { kind: 'all' };
      case 'CompanyRep':
        return context?.kind === 'company' ? this.ofCompany(context.id) : none;
      case 'ProviderRep':
        return context?.kind === 'provider' ? this.ofProvider(context.id) : none;
      case 'AuthorizedRep':
      case 'Application':
        return this.ofContext(context);
      case 'BrowserClient':
        return this.ofMicrosite(context);
      case 'DevOps':
        return none;
    }
  }

  private async ofContext(context: UserRegistration['context']): Promise<PlanScope> {
    switch (context?.kind) {
      case 'allPlans':
        return { kind: 'all' };
      case 'provider':
        return this.ofProvider(context.id);
      case 'company':
        return this.ofCompany(context.id);
      case 'plan':
        return context.id === null ? none : { kind: 'plans', planIds: new Set([context.id]) };
      default:
        return none;
    }
  }

  /** Everything that a microsite's pages can request is public, so the scope is never all plans. */
  private async ofMicrosite(context: UserRegistration['context']): Promise<PlanScope> {
    switch (context?.kind) {
      case 'platform':
        return this.ofPlatforms([context.id ?? '']);
      case 'company':
      case 'plan':
        return this.ofContext(context);
      default:
        return none;
    }
  }

  private async ofCompany(companyId: string | null): Promise<PlanScope> {
    if (companyId === null) return none;
    const company = await this.views.of(companiesView).findOne({ _id: companyId });
    return company?.planId === undefined ? none : { kind: 'plans', planIds: new Set([company.planId]) };
  }

  private async ofProvider(providerId: string | null): Promise<PlanScope> {
    if (providerId === null) return none;
    const platforms = await this.views.of(platformsView).find({ providerId }).toArray();
    return this.ofPlatforms(platforms.map((platform) => platform._id));
  }

  private async ofPlatforms(platformIds: readonly string[]): Promise<PlanScope> {
    const plans = await this.views
      .of(plansView)
      .find({ platformId: { $in: [...platformIds] } }, { projection: { platformId: 1 } })
      .toArray();
    return { kind: 'plans', planIds: new Set(plans.map((plan) => plan._id)) };
  }
}
