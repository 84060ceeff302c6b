import { Controller, Module } from '@nestjs/common';
import { planGroups, type PlanGroup, type PlanGroups } from '@superscope/contracts/plan-groups';
import type { CompanyDetails } from '@superscope/domain/company/company';
import type { MemberCategoryDetails } from '@superscope/domain/plan/plan.events';
import { z } from 'zod';
import { requirePlan } from '../platform/access/caller.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Views } from '../platform/engines.module.js';

const planGroupsEndpoint = endpoint('GET /api/plan/:id/groups', {
  summary: 'The companies and member categories of one plan in reach, to filter figures by',
  right: 'portal.read',
  params: { id: z.string().min(1).max(90) },
  asOf: true,
  answers: { 200: planGroups },
});

/** Sorts groups by label. Groups with the same name get their ids appended. */
function listed(groups: readonly { id: string; name: string }[]): PlanGroup[] {
  const shared = (name: string) => groups.filter((group) => group.name === name).length > 1;
  return groups
    .map(({ id, name }) => ({ value: id, label: shared(name) ? `${name} (${id})` : name }))
    .toSorted((a, b) => a.label.localeCompare(b.label, 'en-AU'));
}

@Controller()
class PlanGroupsController {
  constructor(private readonly views: Views) {}

  /** The companies and member categories of a plan in the caller's reach. */
  @Endpoint(planGroupsEndpoint)
  async groups({ params: { id: planId }, caller }: RequestOf<typeof planGroupsEndpoint>): Promise<PlanGroups> {
    requirePlan(caller, planId);
    const [companies, plan] = await Promise.all([
      this.views.db
        .collection<Partial<CompanyDetails> & { _id: string }>('companies')
        .find({ planId }, { projection: { name: 1 } })
        .toArray(),
      this.views.db
        .collection<{ _id: string; categories?: Record<string, MemberCategoryDetails> }>('plans')
        .findOne({ _id: planId }, { projection: { categories: 1 } }),
    ]);
    return {
      companies: listed(companies.map(({ _id, name }) => ({ id: _id, name: name ?? _id }))),
      categories: listed(
        Object.values(plan?.categories ?? {}).map(({ categoryId, name }) => ({ id: categoryId, name })),
      ),
    };
  }
}

@Module({ controllers: [PlanGroupsController] })
export class PlanGroupsSlice {}
