import { Injectable } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { PlanGroup, PlanGroups } from '@superscope/contracts/plan-groups';
import type { CompanyDetails } from '@superscope/domain/company/company';
import type { MemberCategoryDetails } from '@superscope/domain/plan/plan.events';
import { Views } from '../../platform/engines.module.js';
import { requirePlan } from '../../platform/access/caller.js';
import type { Principal } from '../../platform/access/principal.js';

/** The companies and member categories of a plan in the caller's reach. */
export class PlanGroupsOf extends Query<PlanGroups> {
  constructor(
    readonly planId: string,
    readonly principal: Principal,
  ) {
    super();
  }
}

/** Sorts groups by label. Groups with the same name get their ids appended. */
function listed(groups: readonly { id: string; name: string }[]): PlanGroup[] {
  const shared = (name: string) => groups.filter((group) => group.name === name).length > 1;
  return groups
    .map(({ id, name }) => ({ value: id, label: shared(name) ? `${name} (${id})` : name }))
    .toSorted((a, b) => a.label.localeCompare(b.label, 'en-AU'));
}

@QueryHandler(PlanGroupsOf)
@Injectable()
export class PlanGroupsHandler implements IQueryHandler<PlanGroupsOf> {
  constructor(private readonly views: Views) {}

  async execute({ planId, principal }: PlanGroupsOf): Promise<PlanGroups> {
    requirePlan(principal, planId);
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
