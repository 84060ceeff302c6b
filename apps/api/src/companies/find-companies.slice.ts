import { Controller, Module } from '@nestjs/common';
import { yesOrNo } from '@superscope/contracts/fields';
import { companyOption, type CompanyOption } from '@superscope/contracts/lookups';
import { companiesView, plansView } from '@superscope/contracts/read-models/fund';
import { z } from 'zod';
import { plansInScope } from '../platform/access/principal.js';
import { requirePlan } from '../platform/access/caller.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Analytics, Views } from '../platform/engines.module.js';
import { firstNamed } from '../platform/first-named.js';
import { ofMicrosite, withMembers } from '../plans/lookup-conditions.js';

const findCompaniesEndpoint = endpoint('GET /api/companies', {
  summary: 'Employers of plans in reach whose name holds a text, by name',
  right: 'staff.lookup',
  query: z.strictObject({
    name: z.string().max(100).default(''),
    /** Only the employer of this id, by which an address names it. */
    id: z.string().max(90).optional(),
    planId: z.string().max(90).optional(),
    platformId: z.string().max(40).optional(),
    /** `true`: only employers without members; `false`: only employers with some. */
    memberless: yesOrNo.optional(),
    /** `true`: only employers on a platform that has a microsite; `false`: only the others. */
    microsite: yesOrNo.optional(),
  }),
  answers: { 200: z.array(companyOption) },
});

@Controller()
class FindCompaniesController {
  constructor(
    private readonly views: Views,
    private readonly analytics: Analytics,
  ) {}

  @Endpoint(findCompaniesEndpoint)
  async find({ query, caller }: RequestOf<typeof findCompaniesEndpoint>): Promise<CompanyOption[]> {
    const { name, id, planId, platformId, memberless, microsite } = query;
    if (planId !== undefined) requirePlan(caller, planId);
    const narrowed = [
      plansInScope(caller.scope),
      ...(planId === undefined ? [] : [{ _id: planId }]),
      ...(platformId === undefined ? [] : [{ platformId }]),
      ...(microsite === undefined ? [] : [await ofMicrosite(this.views, microsite)]),
    ];
    const found = await this.views
      .of(plansView)
      .find({ $and: narrowed }, { projection: { name: 1, superScoreClient: 1 } })
      .toArray();
    const plans = new Map(found.map((plan) => [plan._id, plan]));
    const conditions = [
      { planId: { $in: [...plans.keys()] } },
      ...(id === undefined ? [] : [{ _id: id }]),
      ...(memberless === undefined ? [] : [await this.whereMemberless(memberless)]),
    ];
    const companies = this.views
      .of(companiesView)
      .find({ $and: conditions }, { projection: { name: 1, planId: 1 }, batchSize: 5_000 })
      .sort({ name: 1, _id: 1 });
    return (await firstNamed(companies, name)).map((company) => {
      // Without a name, the plan's first event was set aside, and only later fields are known.
      const { name: planName = company.planId, superScoreClient = false } = plans.get(company.planId)!;
      return { id: company._id, name: company.name, plan: { id: company.planId, name: planName, superScoreClient } };
    });
  }

  private async whereMemberless(memberless: boolean) {
    const companyIds = await withMembers(this.analytics, 'company_id');
    return { _id: memberless ? { $nin: companyIds } : { $in: companyIds } };
  }
}

@Module({ controllers: [FindCompaniesController] })
export class FindCompaniesSlice {}
