import { Controller, Module } from '@nestjs/common';
import { plansOverview, type PlansOverview, type PlanSummary } from '@superscope/contracts/plans-overview';
import { plansView, platformsView } from '@superscope/contracts/read-models/fund';
import { areaFigures } from '@superscope/contracts/scored-areas';
import { shiftMonth } from '@superscope/domain/calendar-dates';
import { AnalyticsModule } from '../analytics/analytics.module.js';
import type { ClosedMonth } from '../analytics/employer/editions.js';
import { AnalyticsService } from '../analytics/load/analytics-service.js';
import { may } from '../platform/access/policy.js';
import { plansInScope, type Principal } from '../platform/access/principal.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Views } from '../platform/engines.module.js';
import { payrollsOf } from './plan-payrolls.js';
import { summaryOf, type Compared, type PlanRow } from './plan-summary.js';
import { monthName, planColumn, scoreQuery, shareQuery } from './plans-queries.js';
import { readPublished, type PublishedRows } from './published-rows.js';

const plansOverviewEndpoint = endpoint('GET /api/plans', {
  summary: 'The plans in reach with their published headcount, score, its change, and areas that need attention',
  right: 'portal.read',
  answers: { 200: plansOverview },
});

/** The most plans in one query, because a query may draw only so much noise. */
const plansAtOnce = 200;
const monthsBack = 12;

interface Group {
  plans: PlanRow[];
  months: Compared;
}

/** Groups plans by the months that are compared, which nearly all plans share. A plan without a closed month is in no group. */
function groupsOf(plans: readonly PlanRow[], closed: ReadonlyMap<string, readonly ClosedMonth[]>): Group[] {
  const groups: Group[] = [];
  for (const plan of plans) {
    const months = closed.get(plan.id)?.map(({ month }) => month) ?? [];
    const newest = months.at(-1);
    if (newest === undefined) continue;
    const base = months.find((month) => month >= shiftMonth(newest, -monthsBack))!;
    const known = groups.find(
      (group) => group.months.newest === newest && group.months.base === base && group.plans.length < plansAtOnce,
    );
    if (known) known.plans.push(plan);
    else groups.push({ plans: [plan], months: { newest, base } });
  }
  return groups;
}

@Controller()
class PlansOverviewController {
  constructor(
    private readonly views: Views,
    private readonly analytics: AnalyticsService,
  ) {}

  /** The plans in the caller's scope with their published figures, by name. */
  @Endpoint(plansOverviewEndpoint)
  async overview({ caller }: RequestOf<typeof plansOverviewEndpoint>): Promise<PlansOverview> {
    const [rows, platforms] = await Promise.all([
      this.views
        .of(plansView)
        .find(plansInScope(caller.scope), { projection: { name: 1, platformId: 1, closedOn: 1, onePayroll: 1 } })
        .sort({ name: 1 })
        .toArray(),
      this.views
        .of(platformsView)
        .find({}, { projection: { name: 1 } })
        .toArray(),
    ]);
    const payrolls = may(caller.role, 'corrections.write') ? await payrollsOf(this.views, rows) : null;
    const platformNames = new Map(platforms.map((platform) => [platform._id, platform.name]));
    // Without a name, the document's first event was set aside, and only later fields are known.
    const plans = rows.flatMap((row): PlanRow[] =>
      row.name === undefined
        ? []
        : [
            {
              id: row._id,
              name: row.name,
              platform: platformNames.get(row.platformId) ?? row.platformId,
              closedOn: row.closedOn ?? null,
              payroll: payrolls?.get(row._id) ?? null,
            },
          ],
    );
    const closed = await this.analytics.closedMonths(plans.map(({ id }) => id).sort());
    const summaries = new Map<string, PlanSummary>();
    // One group at a time: together they would exceed what one request may cost.
    for (const group of groupsOf(plans, closed))
      for (const summary of await this.summaries(group, caller)) summaries.set(summary.id, summary);
    return { plans: plans.map((plan) => summaries.get(plan.id) ?? summaryOf(plan, null)) };
  }

  private async summaries({ plans, months }: Group, principal: Principal): Promise<PlanSummary[]> {
    const planIds = plans.map(({ id }) => id);
    const ask = async (query: object): Promise<PublishedRows> =>
      readPublished((await this.analytics.load(query, principal, 'employer')).results[0]!);
    const [scores, ...shares] = await Promise.all([
      ask(scoreQuery(planIds, months)),
      ...areaFigures.map((area) => ask(shareQuery(planIds, months.newest, area))),
    ]);
    const at = (planId: string, month: string) =>
      scores.find(({ text }) => text(planColumn) === planId && text(monthName) === month.replace('-', ''));
    return plans.map((plan) =>
      summaryOf(plan, {
        months,
        newest: at(plan.id, months.newest),
        base: at(plan.id, months.base),
        shares: shares.map((rows, i) => {
          const { dimension, value } = areaFigures[i]!;
          const isOf = (text: string | null) => text?.replace(/^\d+\|/, '') === value;
          return rows.find(({ text }) => text(planColumn) === plan.id && isOf(text(dimension)));
        }),
      }),
    );
  }
}

@Module({ imports: [AnalyticsModule], controllers: [PlansOverviewController] })
export class PlansOverviewSlice {}
