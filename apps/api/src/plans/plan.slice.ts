import { Controller, Injectable, Module, NotFoundException } from '@nestjs/common';
import { yesOrNo } from '@superscope/contracts/fields';
import { plan, planOption, type Plan, type PlanOption } from '@superscope/contracts/plan';
import type { FieldsOf } from '@superscope/contracts/read-models/document-view';
import { plansView, platformsView } from '@superscope/contracts/read-models/fund';
import { monthEnd } from '@superscope/domain/calendar-dates';
import { least } from '@superscope/domain/publishing/publish';
import { z } from 'zod';
import { AnalyticsModule } from '../analytics/analytics.module.js';
import { AnalyticsService } from '../analytics/load/analytics-service.js';
import { requirePlan } from '../platform/access/caller.js';
import { plansInScope, onlyPlan, type Principal } from '../platform/access/principal.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Analytics, Views } from '../platform/engines.module.js';
import { firstNamed } from '../platform/first-named.js';
import { ofMicrosite, withMembers } from './lookup-conditions.js';
import { hasPublicSalaries } from './plan-payrolls.js';

const plansEndpoint = endpoint('GET /api/plan', {
  summary: "With `name` the matching plans in reach; without, the caller's one plan, or 404 where they have to choose",
  right: 'portal.read',
  inDocuments: true,
  asOf: true,
  emptyCounts: ['name'],
  query: z.strictObject({
    name: z.string().max(100).optional(),
    platformId: z.string().max(40).optional(),
    /** `true`: only plans without members; `false`: only plans with some. */
    memberless: yesOrNo.optional(),
    /** `true`: only plans whose platform has a microsite; `false`: only the others. */
    microsite: yesOrNo.optional(),
  }),
  answers: { 200: z.union([z.array(planOption), plan]) },
  problems: { 404: null },
});

const planEndpoint = endpoint('GET /api/plan/:id', {
  summary: 'One plan in reach',
  right: 'portal.read',
  inDocuments: true,
  asOf: true,
  params: { id: z.string().min(1).max(90) },
  answers: { 200: plan },
  problems: { 404: null },
});

interface Narrowed {
  platformId?: string;
  memberless?: boolean;
  microsite?: boolean;
}

/** A headcount is published exactly from 11 members on. Below that, only zero is published. */
const publishedHeadcount = (members: number | null): number | null =>
  members === null || (members > 0 && members < least) ? null : members;

const flyersOf = (flyers: FieldsOf<typeof plansView>['flyers'] = {}): string[] =>
  Object.entries(flyers)
    .flatMap(([name, flyer]) => (flyer === null ? [] : [`${name}.pdf`]))
    .sort();

@Injectable()
export class PlanInReach {
  constructor(
    private readonly views: Views,
    private readonly analytics: Analytics,
    private readonly figures: AnalyticsService,
  ) {}

  /** One plan in the caller's scope. Without an id, the caller's only plan, or null if the caller does not have exactly one. */
  async find(planId: string | null, principal: Principal): Promise<Plan | null> {
    const id = planId ?? onlyPlan(principal.scope);
    if (id === null) return null;
    requirePlan(principal, id);
    const [plan, months, newest, campaignDates] = await Promise.all([
      this.views.of(plansView).findOne({ _id: id }),
      this.months(id),
      this.figures.newestEdition(id),
      this.campaignDates(id),
    ]);
    // Without a name, the document's first event was set aside, and only later fields are known.
    if (plan?.name === undefined) throw new NotFoundException('There is no such plan.');
    const platform = await this.views.of(platformsView).findOne({ _id: plan.platformId });
    return {
      id,
      name: plan.name,
      shortName: plan.shortName,
      platform: { id: plan.platformId, name: platform?.name ?? plan.platformId },
      startDate: plan.startDate,
      closedOn: plan.closedOn ?? null,
      superScoreClient: plan.superScoreClient,
      relationshipManager: plan.relationshipManager,
      ...months,
      closedMonth: newest?.month ?? null,
      onePayroll: hasPublicSalaries(newest),
      campaignDates,
      files: flyersOf(plan.flyers),
    };
  }

  private async months(planId: string): Promise<Pick<Plan, 'firstMonth' | 'lastMonth' | 'balancesAsAt'>> {
    const answer = await this.analytics.client.query({
      query: `SELECT toString(min(month)) AS first, toString(max(month)) AS last, toString(max(balance_as_at)) AS as_at, count() AS n
FROM member_snapshot FINAL WHERE plan_id = {plan:String}`,
      query_params: { plan: planId },
      format: 'JSONEachRow',
    });
    const [row] = await answer.json<{ first: string; last: string; as_at: string; n: number }>();
    if (!row || Number(row.n) === 0) return { firstMonth: null, lastMonth: null, balancesAsAt: null };
    const last = row.last.slice(0, 7);
    const asAt = row.as_at < monthEnd(last) ? row.as_at : monthEnd(last);
    return { firstMonth: row.first.slice(0, 7), lastMonth: last, balancesAsAt: asAt };
  }

  /** Campaigns are the fund's own acts, so their days are published exactly. Consultations are not listed. */
  private async campaignDates(planId: string): Promise<string[]> {
    const answer = await this.analytics.client.query({
      query: `SELECT DISTINCT toString(run_date) AS day FROM campaign FINAL
WHERE plan_id = {plan:String} AND campaign_type != 'Consult' ORDER BY day`,
      query_params: { plan: planId },
      format: 'JSONEachRow',
    });
    return (await answer.json<{ day: string }>()).map(({ day }) => day);
  }
}

@Controller()
class PlanController {
  constructor(
    private readonly views: Views,
    private readonly analytics: Analytics,
    private readonly figures: AnalyticsService,
    private readonly plans: PlanInReach,
  ) {}

  @Endpoint(plansEndpoint)
  async list({ query, caller }: RequestOf<typeof plansEndpoint>): Promise<PlanOption[] | Plan> {
    const { name, ...narrowed } = query;
    if (name !== undefined) return this.called(name, caller, narrowed);
    const own = await this.plans.find(null, caller);
    if (own === null) throw new NotFoundException('Please select a plan');
    return own;
  }

  @Endpoint(planEndpoint)
  async one({ params, caller }: RequestOf<typeof planEndpoint>): Promise<Plan> {
    const found = await this.plans.find(params.id, caller);
    if (found === null) throw new NotFoundException('There is no such plan.');
    return found;
  }

  /** Plans in the caller's scope whose name contains the text, by name. */
  private async called(name: string, { scope }: Principal, narrowed: Narrowed): Promise<PlanOption[]> {
    const { platformId, memberless, microsite } = narrowed;
    const conditions = [
      plansInScope(scope),
      ...(platformId === undefined ? [] : [{ platformId }]),
      ...(memberless === undefined ? [] : [await this.whereMemberless(memberless)]),
      ...(microsite === undefined ? [] : [await ofMicrosite(this.views, microsite)]),
    ];
    const plans = this.views
      .of(plansView)
      .find({ $and: conditions }, { projection: { name: 1, platformId: 1 }, batchSize: 5_000 })
      .sort({ name: 1 });
    const options = await firstNamed(plans, name);
    const [closed, platforms] = await Promise.all([
      this.figures.closedMonths(options.map((plan) => plan._id).sort()),
      this.platformNames(options.map((plan) => plan.platformId)),
    ]);
    return options.map((plan) => ({
      id: plan._id,
      name: plan.name,
      platform: { id: plan.platformId, name: platforms.get(plan.platformId) ?? plan.platformId },
      members: publishedHeadcount(closed.get(plan._id)?.at(-1)?.members ?? null),
    }));
  }

  private async platformNames(ids: readonly string[]): Promise<Map<string, string>> {
    const platforms = this.views
      .of(platformsView)
      .find({ _id: { $in: [...new Set(ids)] } }, { projection: { name: 1 } });
    return new Map((await platforms.toArray()).map(({ _id, name }) => [_id, name]));
  }

  private async whereMemberless(memberless: boolean) {
    const planIds = await withMembers(this.analytics, 'plan_id');
    return { _id: memberless ? { $nin: planIds } : { $in: planIds } };
  }
}

@Module({
  imports: [AnalyticsModule],
  controllers: [PlanController],
  providers: [PlanInReach],
  exports: [PlanInReach],
})
export class PlanSlice {}
