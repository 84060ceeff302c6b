import { companiesView } from '@superscope/contracts/read-models/fund';
import { payrollNow, type Payroll } from '@superscope/domain/publishing/payroll';
import type { Edition } from '../analytics/employer/editions.js';
import type { Views } from '../platform/engines.module.js';

interface Said {
  _id: string;
  onePayroll?: boolean | null;
}

/** What is known now of the payroll of some plans, by plan. Editions that are already made keep what was known then. */
export async function payrollsOf(views: Views, plans: readonly Said[]): Promise<ReadonlyMap<string, Payroll>> {
  const companies = await views
    .of(companiesView)
    .find({ planId: { $in: plans.map(({ _id }) => _id) } }, { projection: { planId: 1 } })
    .toArray();
  const counts = new Map<string, number>();
  for (const { planId } of companies) counts.set(planId, (counts.get(planId) ?? 0) + 1);
  return new Map(plans.map(({ _id, onePayroll }) => [_id, payrollNow(onePayroll ?? null, counts.get(_id) ?? 0)]));
}

/** Whether a plan's salaries and ages are public in its newest edition. The first publishing rules published all of them. */
export const hasPublicSalaries = (newest: Pick<Edition, 'rules' | 'onePayroll'> | null): boolean =>
  newest === null || newest.rules < 2 || newest.onePayroll;
