import { companiesView, plansView, platformsView, providersView } from '@superscope/contracts/read-models/fund';
import type { UserContext } from '@superscope/domain/user/user.events';
import type { Views } from '../platform/engines.module.js';

const viewOf = { company: companiesView, plan: plansView, platform: platformsView, provider: providersView } as const;

/** Returns a function that names contexts. The id stands in for an unknown name. */
export async function contextNames(views: Views, contexts: readonly (UserContext | null)[]) {
  const names = new Map<string, string>();
  for (const kind of ['company', 'plan', 'platform', 'provider'] as const) {
    const ids = contexts.flatMap((context) => (context?.kind === kind && context.id !== null ? [context.id] : []));
    if (ids.length === 0) continue;
    const found = views.of<(typeof viewOf)['provider']>(viewOf[kind] as (typeof viewOf)['provider']);
    for (const { _id, name } of await found.find({ _id: { $in: [...new Set(ids)] } }).toArray())
      if (name !== undefined) names.set(`${kind} ${_id}`, name);
  }
  return (context: UserContext | null): string | null => {
    if (context === null) return null;
    if (context.kind === 'allPlans') return 'All plans';
    return names.get(`${context.kind} ${context.id}`) ?? context.id;
  };
}
