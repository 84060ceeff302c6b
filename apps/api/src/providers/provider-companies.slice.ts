import { Controller, Module } from '@nestjs/common';
import { companyOption, type CompanyOption } from '@superscope/contracts/lookups';
import { companiesView, plansView, platformsView, providersView } from '@superscope/contracts/read-models/fund';
import { outsideIdPattern } from '@superscope/domain/outside-id';
import { RuleViolation } from '@superscope/domain/rule-violation';
import { z } from 'zod';
import { plansInScope } from '../platform/access/principal.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Views } from '../platform/engines.module.js';
import { firstNamed } from '../platform/first-named.js';

const providerCompaniesEndpoint = endpoint('GET /api/providers/:id/companies', {
  summary: 'Employers of a provider’s plans in reach whose name holds a text, by name',
  right: 'staff.lookup',
  params: { id: z.string().regex(outsideIdPattern, 'This is not an id.') },
  query: z.strictObject({ name: z.string().max(100).default('') }),
  answers: { 200: z.array(companyOption) },
  problems: { 404: null },
});

@Controller()
class ProviderCompaniesController {
  constructor(private readonly views: Views) {}

  @Endpoint(providerCompaniesEndpoint)
  async find({ params, query, caller }: RequestOf<typeof providerCompaniesEndpoint>): Promise<CompanyOption[]> {
    if ((await this.views.of(providersView).findOne({ _id: params.id }, { projection: { _id: 1 } })) === null)
      throw new RuleViolation('not-found', 'There is no such provider.');
    const platformIds = await this.views.of(platformsView).distinct('_id', { providerId: params.id });
    const found = await this.views
      .of(plansView)
      .find({ $and: [plansInScope(caller.scope), { platformId: { $in: platformIds } }] })
      .toArray();
    const plans = new Map(found.map((plan) => [plan._id, plan]));
    const companies = this.views
      .of(companiesView)
      .find({ planId: { $in: [...plans.keys()] } }, { projection: { name: 1, planId: 1 }, batchSize: 5_000 })
      .sort({ name: 1, _id: 1 });
    return (await firstNamed(companies, query.name)).map(({ _id: id, name, planId }) => {
      const { name: planName = planId, superScoreClient = false } = plans.get(planId)!;
      return { id, name, plan: { id: planId, name: planName, superScoreClient } };
    });
  }
}

@Module({ controllers: [ProviderCompaniesController] })
export class ProviderCompaniesSlice {}
