import { companiesView, plansView } from '@superscope/contracts/read-models/fund';
import type { DocumentOf } from '@superscope/contracts/read-models/document-view';
import type { MemberCategoryDetails } from '@superscope/domain/plan/plan.events';
import { RuleViolation } from '@superscope/domain/rule-violation';
import { inScope, type Principal } from '../platform/access/principal.js';
import type { Views } from '../platform/engines.module.js';

/** An employer of a plan in the caller's scope. Throws RuleViolation otherwise, the same whether or not the employer exists. */
export async function reachedCompany(
  views: Views,
  { scope }: Principal,
  companyId: string,
): Promise<DocumentOf<typeof companiesView>> {
  const company = await views.of(companiesView).findOne({ _id: companyId });
  if (company?.planId === undefined || !inScope(scope, company.planId))
    throw new RuleViolation('not-found', 'There is no such employer.');
  return company;
}

/** The categories of a plan by name. */
export async function categoriesOf(views: Views, planId: string): Promise<MemberCategoryDetails[]> {
  const plan = await views.of(plansView).findOne({ _id: planId }, { projection: { categories: 1 } });
  return Object.values(plan?.categories ?? {}).sort((a, b) => a.name.localeCompare(b.name, 'en-AU'));
}
