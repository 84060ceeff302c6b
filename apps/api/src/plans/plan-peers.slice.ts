import { Controller, Module } from '@nestjs/common';
import { lookBackOf } from '@superscope/contracts/analytics/look-back';
import { planPeers, type PlanPeers } from '@superscope/contracts/plan-peers';
import { plansView } from '@superscope/contracts/read-models/fund';
import { monthsBetween, shiftMonth } from '@superscope/domain/calendar-dates';
import { leastPeerMembers, leastPeers, quartilesOf } from '@superscope/domain/publishing/quartiles';
import { z } from 'zod';
import { AnalyticsModule } from '../analytics/analytics.module.js';
import { AnalyticsService } from '../analytics/load/analytics-service.js';
import { severalAtOnce } from '../analytics/load/several-at-once.js';
import { requirePlan } from '../platform/access/caller.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Views } from '../platform/engines.module.js';
import { peerQuery, peerQuestions, type PeerMonths, type PeerQuestion } from './peer-questions.js';
import { planColumn } from './plans-queries.js';
import { readPublished, type PublishedRows } from './published-rows.js';

const planPeersEndpoint = endpoint('GET /api/plans/:planId/peers', {
  summary: 'Published figures of a plan beside the quartiles of all plans of 30 members or more on its platform',
  right: 'portal.read',
  params: { planId: z.string().min(1).max(100) },
  query: z.strictObject({
    from: z
      .string()
      .regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'from is yyyy-MM')
      .optional(),
  }),
  answers: { 200: planPeers },
});

/** The most plans in one query, because a query may draw only so much noise. */
const plansAtOnce = 200;
const never = new AbortController().signal;

@Controller()
class PlanPeersController {
  constructor(
    private readonly views: Views,
    private readonly analytics: AnalyticsService,
  ) {}

  /** A plan's published figures beside the quartiles of the plans on its platform. */
  @Endpoint(planPeersEndpoint)
  async peers({ params, query, caller }: RequestOf<typeof planPeersEndpoint>): Promise<PlanPeers> {
    const { planId } = params;
    // yyyy-MM: the first month of the period for figures about a period.
    const asked = query.from ?? null;
    requirePlan(caller, planId);
    const platform = await this.platformPlans(planId);
    const closed = await this.analytics.closedMonths(platform);
    const newest = closed.get(planId)?.at(-1);
    // A period that begins after the newest month has no figures.
    const lookBackMonths =
      newest !== undefined && asked !== null && asked <= newest.month
        ? lookBackOf(monthsBetween(asked, newest.month) + 1, false)
        : null;
    const from = lookBackMonths === null ? null : shiftMonth(newest!.month, 1 - lookBackMonths);
    const answer = { planId, from, lookBackMonths, month: newest?.month ?? null, figures: {} };
    if (newest === undefined) return { ...answer, because: 'noFigures' };
    if (newest.members < leastPeerMembers) return { ...answer, because: 'fewMembers' };
    // All figures are of one month: a plan that has not closed that month, or no longer has figures for it, is not compared.
    const peers = platform.filter((id) =>
      closed.get(id)?.some(({ month, members }) => month === newest.month && members >= leastPeerMembers),
    );
    if (peers.length < leastPeers) return { ...answer, because: 'fewPlans' };
    const months = { month: newest.month, from };
    const figures = await severalAtOnce(peerQuestions(months), never, async (question) =>
      this.figuresOf(question, planId, peers, months),
    );
    return { ...answer, because: null, figures: Object.fromEntries(figures.flat()) };
  }

  /** The plans on a plan's platform, in a fixed order, so that a query about the same plans is answered from the cache. */
  private async platformPlans(planId: string): Promise<string[]> {
    const plans = this.views.of(plansView);
    const plan = await plans.findOne({ _id: planId }, { projection: { platformId: 1 } });
    // If the plan's first event was set aside, its platform is not known.
    if (plan?.platformId === undefined) return [planId];
    const found = await plans.find({ platformId: plan.platformId }, { projection: { _id: 1 } }).toArray();
    return found.map(({ _id }) => _id).sort();
  }

  private async figuresOf(
    question: PeerQuestion,
    planId: string,
    peers: readonly string[],
    months: PeerMonths,
  ): Promise<[string, PlanPeers['figures'][keyof PlanPeers['figures']]][]> {
    const byPlan = await this.published(question, peers, months);
    return question.figures.flatMap(({ name, decimals, of }) => {
      const values = peers.flatMap((id) => of(byPlan.get(id) ?? []) ?? []);
      const quartiles = quartilesOf(values, decimals);
      return quartiles === null ? [] : [[name, { own: of(byPlan.get(planId) ?? []), ...quartiles }]];
    });
  }

  /** Published figures of each plan. The caller sees only their quartiles, so the plans may be outside the caller's scope. */
  private async published(
    question: PeerQuestion,
    peers: readonly string[],
    months: PeerMonths,
  ): Promise<ReadonlyMap<string, PublishedRows>> {
    const byPlan = new Map<string, PublishedRows>();
    for (let at = 0; at < peers.length; at += plansAtOnce) {
      const planIds = peers.slice(at, at + plansAtOnce);
      const asker = { role: 'Application', scope: { kind: 'plans', planIds: new Set(planIds) } } as const;
      const { results } = await this.analytics.load(peerQuery(question, planIds, months), asker, 'employer');
      const rows = readPublished(results[0]!);
      for (const id of planIds)
        byPlan.set(
          id,
          rows.filter(({ text }) => text(planColumn) === id),
        );
    }
    return byPlan;
  }
}

@Module({ imports: [AnalyticsModule], controllers: [PlanPeersController] })
export class PlanPeersSlice {}
