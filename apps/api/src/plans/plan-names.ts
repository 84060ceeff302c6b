import { plansView } from '@superscope/contracts/read-models/fund';
import type { Views } from '../platform/engines.module.js';

/** The names of plans by their inner ids; a plan without a name has none. */
export async function planNames(views: Views, planIds: readonly string[]): Promise<Map<string, string>> {
  const plans = await views
    .of(plansView)
    .find({ _id: { $in: [...new Set(planIds)] } }, { projection: { name: 1 } })
    .toArray();
  return new Map(plans.flatMap(({ _id, name }) => (name === undefined ? [] : [[_id, name] as const])));
}
