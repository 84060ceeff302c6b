import { companiesView } from '@superscope/contracts/read-models/fund';
import type { Views } from '../../platform/engines.module.js';

/** Which of some plans have more than one employer now. */
export type JoinedPlans = (planIds: readonly string[]) => Promise<ReadonlySet<string>>;

export const joinedPlans =
  (views: Views): JoinedPlans =>
  async (planIds) => {
    const companies = await views
      .of(companiesView)
      .find({ planId: { $in: [...planIds] } }, { projection: { planId: 1 } })
      .toArray();
    const seen = new Set<string>();
    const joined = new Set<string>();
    for (const { planId } of companies) (seen.has(planId) ? joined : seen).add(planId);
    return joined;
  };

/** For past views, which show what was published then. */
export const noneJoined: JoinedPlans = () => Promise.resolve(new Set());
