import type { NormalizedFilterNode, NormalizedQuery } from '@superscope/contracts/analytics/query';
import { inScope, onlyPlan, type PlanScope } from '../../platform/access/principal.js';
import { findMember } from '../model/catalogue.js';
import { refused } from '../query/bad-query.js';

/** The plans that a query reads; null if it reads all plans. */
export interface PlanSelection {
  planIds: readonly string[] | null;
  /** The query's other filters. */
  filters: NormalizedFilterNode[];
}

/** The plans that a filter names; null for a filter on anything else. */
function plansNamed(filter: NormalizedFilterNode): string[] | null {
  if (!('member' in filter)) return null;
  const member = findMember(filter.member);
  const names = member?.kind === 'dimension' && member.use === 'plan';
  return names && (filter.operator === 'equals' || filter.operator === 'in') ? filter.values! : null;
}

/**
 * A query may narrow its caller's plans but never widen them. Without a plan it reads the caller's only plan, or all plans if the caller
 * may see all; otherwise it is refused. Throws BadQuery with 403.
 */
export function selectPlans(query: NormalizedQuery, scope: PlanScope): PlanSelection {
  const filters: NormalizedFilterNode[] = [];
  let named: string[] | null = null;
  for (const filter of query.filters) {
    const plans = plansNamed(filter);
    if (plans === null) filters.push(filter);
    else named = named === null ? plans : named.filter((planId) => plans.includes(planId));
  }
  if (named !== null) {
    for (const planId of named)
      if (!inScope(scope, planId)) throw refused(`You have no access to the plan '${planId}'`);
    return { planIds: [...new Set(named)].sort(), filters };
  }
  const own = onlyPlan(scope);
  if (own !== null) return { planIds: [own], filters };
  if (scope.kind === 'all') return { planIds: null, filters };
  throw refused('Please select a plan: the query needs a filter on planId');
}
