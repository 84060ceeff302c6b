import { Controller, Module } from '@nestjs/common';
import { providerOption, type ProviderOption } from '@superscope/contracts/lookups';
import { isInNames } from '@superscope/contracts/name-search';
import { plansView, platformsView, providersView } from '@superscope/contracts/read-models/fund';
import { z } from 'zod';
import { plansInScope, type PlanScope } from '../platform/access/principal.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Views } from '../platform/engines.module.js';

const findProvidersEndpoint = endpoint('GET /api/providers', {
  summary: 'Providers whose name holds a text, by name: those of the plans in reach',
  right: 'staff.lookup',
  query: z.strictObject({ name: z.string().max(100).default('') }),
  answers: { 200: z.array(providerOption) },
});

@Controller()
class FindProvidersController {
  constructor(private readonly views: Views) {}

  @Endpoint(findProvidersEndpoint)
  async find({ query, caller: { scope } }: RequestOf<typeof findProvidersEndpoint>): Promise<ProviderOption[]> {
    // A deployment has only some tens of providers.
    const found = await this.views
      .of(providersView)
      .find(scope.kind === 'all' ? {} : { _id: { $in: await this.ofPlans(scope) } }, { projection: { name: 1 } })
      .toArray();
    return found
      .map(({ _id: id, name }) => ({ id, name: name ?? id }))
      .filter(({ name }) => isInNames([name], query.name))
      .sort((a, b) => a.name.localeCompare(b.name, 'en-AU'));
  }

  /** The providers on whose platforms the plans in scope are. */
  private async ofPlans(scope: PlanScope): Promise<string[]> {
    const platformIds = await this.views.of(plansView).distinct('platformId', plansInScope(scope));
    const providerIds = await this.views.of(platformsView).distinct('providerId', { _id: { $in: platformIds } });
    return providerIds.filter((id) => id !== null);
  }
}

@Module({ controllers: [FindProvidersController] })
export class FindProvidersSlice {}
