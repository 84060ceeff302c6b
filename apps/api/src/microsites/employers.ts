import { Injectable, NotFoundException } from '@nestjs/common';
import { companiesView, plansView } from '@superscope/contracts/read-models/fund';
import { requirePlan } from '../platform/access/caller.js';
import type { Principal } from '../platform/access/principal.js';
import { Views } from '../platform/engines.module.js';

/** An employer with what it belongs to. */
export interface Employer {
  companyId: string;
  name: string;
  planId: string;
  platformId: string;
}

/** Employers in reach of a caller. */
@Injectable()
export class Employers {
  constructor(private readonly views: Views) {}

  /** Throws 404 if there is no such employer, and 403 if its plan is out of reach. */
  async one(companyId: string, caller: Principal): Promise<Employer> {
    const company = await this.views.of(companiesView).findOne({ _id: companyId });
    // An employer without a plan had its first event set aside.
    if (company?.planId === undefined) {
      if (caller.scope.kind !== 'all') requirePlan(caller, companyId);
      throw new NotFoundException('There is no such employer.');
    }
    requirePlan(caller, company.planId);
    const platformId = await this.platformOf(company.planId);
    return { companyId, name: company.name ?? companyId, planId: company.planId, platformId };
  }

  /** Those of a plan by name. Throws 404 if there is no such plan, and 403 if it is out of reach. */
  async ofPlan(planId: string, caller: Principal): Promise<Employer[]> {
    requirePlan(caller, planId);
    const platformId = await this.platformOf(planId);
    const found = await this.views.of(companiesView).find({ planId, active: true }).sort({ name: 1, _id: 1 }).toArray();
    return found.map(({ _id, name }) => ({ companyId: _id, name: name ?? _id, planId, platformId }));
  }

  async platformOf(planId: string): Promise<string> {
    const plan = await this.views.of(plansView).findOne({ _id: planId }, { projection: { platformId: 1 } });
    if (plan?.platformId === undefined) throw new NotFoundException('There is no such plan.');
    return plan.platformId;
  }
}
