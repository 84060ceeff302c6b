import { Controller, Injectable, Module } from '@nestjs/common';
import { innerId } from '@superscope/contracts/fields';
import { planRanking, type PlanRanking, type RankedMonth } from '@superscope/contracts/plan-ranking';
import { isQuarterEnd, monthsFrom, shiftMonth } from '@superscope/domain/calendar-dates';
import { least } from '@superscope/domain/publishing/publish';
import { rankPlans } from '@superscope/domain/scoring/plan-ranking';
import { AnalyticsModule } from '../analytics/analytics.module.js';
import { AnalyticsService } from '../analytics/load/analytics-service.js';
import { severalAtOnce } from '../analytics/load/several-at-once.js';
import { requirePlan } from '../platform/access/caller.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { planColumn } from './plans-queries.js';
import { readPublished } from './published-rows.js';
import { asFraction, publishedShare, rankedQuery, rankedShares, type RankedShare } from './ranked-shares.js';

const planRankingEndpoint = endpoint('GET /api/plans/:planId/ranking', {
  summary: 'Ranks of a plan’s published shares among those of all plans of 11 members or more, by quarter over a year',
  right: 'portal.read',
  params: { planId: innerId },
  inDocuments: true,
  answers: { 200: planRanking },
});

/** The most plans in one query, because a query may draw only so much noise. */
const plansAtOnce = 200;
const year = 12;
const never = new AbortController().signal;

type Shares = ReadonlyMap<string, number | null>;

/** A plan's place among all plans. */
@Injectable()
export class PlanRanks {
  constructor(private readonly analytics: AnalyticsService) {}

  /** The months of the newest year in which the plan is ranked, oldest first. */
  async of(planId: string): Promise<RankedMonth[]> {
    const closed = await this.analytics.closedMonths(null);
    const months = rankedMonths((closed.get(planId) ?? []).map(({ month }) => month));
    const ranked = await severalAtOnce(months, never, async (month) => {
      const plans = [...closed].flatMap(([id, of]) => {
        const members = of.find((each) => each.month === month)?.members ?? 0;
        return members >= least ? [{ id, members }] : [];
      });
      return plans.some(({ id }) => id === planId) ? [await this.rankedAt(planId, month, plans)] : [];
    });
    return ranked.flat();
  }

  /** The plan's own shares by which it is ranked, at the end of a month (yyyy-MM). */
  async ownShares(planId: string, month: string): Promise<Record<RankedShare, number | null>> {
    const shares = {} as Record<RankedShare, number | null>;
    for (const question of rankedShares)
      shares[question.name] = (await this.sharesOf(question, [planId], month)).get(planId) ?? null;
    return shares;
  }

  private async rankedAt(
    planId: string,
    month: string,
    plans: readonly { id: string; members: number }[],
  ): Promise<RankedMonth> {
    // A fixed order, so that a query about the same plans is answered from the cache.
    const ids = plans.map(({ id }) => id).sort();
    const shares = {} as Record<RankedShare, Shares>;
    for (const question of rankedShares) shares[question.name] = await this.sharesOf(question, ids, month);
    const of = (name: RankedShare, id: string) => asFraction(shares[name].get(id) ?? null);
    const own = rankPlans(
      plans.map(({ id, members }) => ({
        planId: id,
        members,
        loggedIn: of('loggedIn', id),
        adequateRetirementStandard: of('adequateRetirementStandard', id),
        nominatedBeneficiary: of('nominatedBeneficiary', id),
      })),
    ).find((each) => each.planId === planId)!;
    const rank = (name: RankedShare, value: number | null) => {
      const published = [...shares[name].values()].filter((each) => each !== null);
      const share = shares[name].get(planId) ?? null;
      return {
        rank: value,
        share,
        plans: published.length,
        ahead: share === null ? null : published.filter((each) => each < share).length,
      };
    };
    return {
      month,
      loggedIn: rank('loggedIn', own.rankLoggedIn),
      adequateRetirementStandard: rank('adequateRetirementStandard', own.rankAdequateRetirementStandard),
      nominatedBeneficiary: rank('nominatedBeneficiary', own.rankNominatedBeneficiary),
      sum: own.sum,
      quartile: own.quartile,
    };
  }

  /** The published share of each plan. The caller sees only one's rank among them, so the plans may be outside the caller's scope. */
  private async sharesOf(
    question: (typeof rankedShares)[number],
    ids: readonly string[],
    month: string,
  ): Promise<Shares> {
    const shares = new Map<string, number | null>();
    for (let at = 0; at < ids.length; at += plansAtOnce) {
      const some = ids.slice(at, at + plansAtOnce);
      const asker = { role: 'Application', scope: { kind: 'plans', planIds: new Set(some) } } as const;
      const { results } = await this.analytics.load(rankedQuery(question, some, month), asker, 'employer');
      const rows = readPublished(results[0]!);
      for (const id of some)
        shares.set(
          id,
          publishedShare(
            question,
            rows.filter(({ text }) => text(planColumn) === id),
          ),
        );
    }
    return shares;
  }
}

@Controller()
class PlanRankingController {
  constructor(private readonly ranks: PlanRanks) {}

  @Endpoint(planRankingEndpoint)
  async ranking({ params: { planId }, caller }: RequestOf<typeof planRankingEndpoint>): Promise<PlanRanking> {
    requirePlan(caller, planId);
    return { planId, months: await this.ranks.of(planId) };
  }
}

/** The newest month, the one a year before, and the quarter ends in between; only months that are closed. */
function rankedMonths(closed: readonly string[]): string[] {
  const newest = closed.at(-1);
  if (newest === undefined) return [];
  const first = shiftMonth(newest, -year);
  return monthsFrom(first, newest).filter(
    (month) => closed.includes(month) && (month === first || month === newest || isQuarterEnd(month)),
  );
}

@Module({
  imports: [AnalyticsModule],
  controllers: [PlanRankingController],
  providers: [PlanRanks],
  exports: [PlanRanks],
})
export class PlanRankingSlice {}
