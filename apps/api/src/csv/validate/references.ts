import { campaignsView } from '@superscope/contracts/read-models/campaigns';
import { companiesView, plansView, platformsView, providersView } from '@superscope/contracts/read-models/fund';
import { outsideId } from '@superscope/domain/outside-id';
import { inScope, type PlanScope } from '../../platform/access/principal.js';
import type { Views } from '../../platform/engines.module.js';
import type { DroppedRows } from './dropped-rows.js';

export interface KnownPlan {
  platformId: string;
  categories: ReadonlySet<string>;
  /** What is said of its payroll; null: nothing. */
  onePayroll: boolean | null;
}

/**
 * The ids that a file may refer to, as the views had them when the import began. Plans outside the caller's scope are left out, so that
 * they are treated like unknown ones. Members are looked up as their lines are read.
 */
export class References {
  private readonly plansByOutside: ReadonlyMap<string, readonly string[]>;
  private readonly campaignsByOutside: ReadonlyMap<string, readonly string[]>;

  constructor(
    readonly providers: ReadonlySet<string>,
    /** The provider of each platform. */
    readonly platforms: ReadonlyMap<string, string>,
    /** By inner id, as are all maps below. */
    readonly plans: ReadonlyMap<string, KnownPlan>,
    /** The plan of each employer. */
    readonly companies: ReadonlyMap<string, string>,
    /** The plan of each campaign. */
    readonly campaigns: ReadonlyMap<string, string>,
    /** Cancelled campaigns. No line can refer to them, and only a caller who can reach their plan can restore them. */
    private readonly cancelled: ReadonlySet<string>,
    /** Ids of employers and campaigns that belong to plans outside the caller's scope. A row with such an id would take them over. */
    private readonly taken: { companies: ReadonlySet<string>; campaigns: ReadonlySet<string> },
  ) {
    this.plansByOutside = byOutside(plans.keys());
    this.campaignsByOutside = byOutside([...campaigns.keys()].filter((id) => !cancelled.has(id)));
  }

  static async load(views: Views, scope: PlanScope): Promise<References> {
    // Without a name, a document's first event was set aside, so nothing can be checked against it yet.
    const named = { name: { $exists: true } };
    const [providers, platforms, plans, companies, campaigns] = await Promise.all([
      views
        .of(providersView)
        .find(named, { projection: { _id: 1 } })
        .toArray(),
      views
        .of(platformsView)
        .find(named, { projection: { providerId: 1 } })
        .toArray(),
      views
        .of(plansView)
        .find(named, { projection: { platformId: 1, categories: 1, onePayroll: 1 } })
        .toArray(),
      views
        .of(companiesView)
        .find(named, { projection: { planId: 1 } })
        .toArray(),
      views
        .of(campaignsView)
        .find(named, { projection: { planId: 1, cancelled: 1 } })
        .toArray(),
    ]);
    const within = ({ planId }: { planId: string }) => inScope(scope, planId);
    const outside = (documents: readonly { _id: string; planId: string }[]) =>
      new Set(documents.filter((d) => !within(d)).map((d) => d._id));
    const reached = plans.filter((d) => inScope(scope, d._id));
    const platformsReached = new Set(reached.map((d) => d.platformId));
    return new References(
      new Set(providers.map((d) => d._id)),
      new Map(
        platforms.filter((d) => scope.kind === 'all' || platformsReached.has(d._id)).map((d) => [d._id, d.providerId]),
      ),
      new Map(
        reached.map((d) => [
          d._id,
          {
            platformId: d.platformId,
            categories: new Set(Object.keys(d.categories ?? {})),
            onePayroll: d.onePayroll ?? null,
          },
        ]),
      ),
      new Map(companies.filter(within).map((d) => [d._id, d.planId])),
      new Map(campaigns.filter(within).map((d) => [d._id, d.planId])),
      new Set(campaigns.filter((d) => d.cancelled).map((d) => d._id)),
      { companies: outside(companies), campaigns: outside(campaigns) },
    );
  }

  /** The same, with the rows of files that would be imported before. */
  with(rows: DroppedRows): References {
    const plans = new Map(this.plans);
    for (const [id, platformId] of rows.plans)
      plans.set(id, { categories: new Set(), onePayroll: null, ...plans.get(id), platformId });
    for (const [id, categories] of rows.categories) {
      const plan = plans.get(id);
      if (plan) plans.set(id, { ...plan, categories: new Set([...plan.categories, ...categories]) });
    }
    return new References(
      new Set([...this.providers, ...rows.providers]),
      new Map([...this.platforms, ...rows.platforms]),
      plans,
      new Map([...this.companies, ...rows.companies]),
      new Map([...this.campaigns, ...rows.campaigns]),
      new Set([...this.cancelled].filter((id) => !rows.campaigns.has(id))),
      this.taken,
    );
  }

  /** Whether an inner id belongs to a plan that the caller does not reach. */
  isTaken(kind: 'companies' | 'campaigns', id: string): boolean {
    return this.taken[kind].has(id);
  }

  /** Inner ids of the plans that have this id in some platform's files. */
  plansCalled(id: string): readonly string[] {
    return this.plansByOutside.get(id) ?? [];
  }

  campaignsCalled(id: string): readonly string[] {
    return this.campaignsByOutside.get(id) ?? [];
  }
}

function byOutside(innerIds: Iterable<string>): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const inner of innerIds) {
    const outside = outsideId(inner);
    const same = found.get(outside);
    if (same) same.push(inner);
    else found.set(outside, [inner]);
  }
  return found;
}
