import { Controller, Injectable, Module } from '@nestjs/common';
import { planSuperScore, type PlanSuperScore } from '@superscope/contracts/super-score';
import { z } from 'zod';
import { AnalyticsModule } from '../analytics/analytics.module.js';
import { audienceFor } from '../analytics/audience.js';
import type { Audience } from '../analytics/compile/compile.js';
import { AnalyticsService } from '../analytics/load/analytics-service.js';
import { requirePlan } from '../platform/access/caller.js';
import type { Principal } from '../platform/access/principal.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';

const planSuperScoreEndpoint = endpoint('GET /api/planSuperScore', {
  summary: 'Score and areas of a plan at its newest month',
  right: 'portal.read',
  inDocuments: true,
  asOf: true,
  query: z.strictObject({ planId: z.string('planId is required').min(1, 'planId is required').max(100) }),
  answers: { 200: planSuperScore },
});

const measures = {
  members: 'MemberSnapshot.countMembers',
  score: 'SuperScore.averageSuperScore',
  nominatedBeneficiary: 'SuperScore.averageBeneficiaryPoints',
  accountBalance: 'SuperScore.averageAccountBalancePoints',
  lifeInsurance: 'SuperScore.averageInsurancePoints',
  investmentApproach: 'SuperScore.averageInvestmentPoints',
  retirementAdequacy: 'SuperScore.averageRetirementAdequacyPoints',
} as const;
type Figure = keyof typeof measures;
const atMonth = 'MemberSnapshot.atYearMonth';
const figures = Object.keys(measures) as Figure[];

@Injectable()
export class PlanSuperScores {
  constructor(private readonly analytics: AnalyticsService) {}

  /**
   * A plan's score and its five areas at the newest month; for employers, at the newest closed month. Asks the query service, so that the
   * score is the same number everywhere. Throws 403 for a plan out of reach.
   */
  async of(planId: string, caller: Principal, audience: Audience): Promise<PlanSuperScore> {
    requirePlan(caller, planId);
    const asked = {
      measures: Object.values(measures),
      filters: [{ member: 'Member.planId', operator: 'equals', values: [planId] }],
      // An answer for employers names its month in `figuresOf`.
      ...(audience === 'staff' ? { dimensions: [atMonth], order: [[atMonth, 'desc']], limit: 1 } : {}),
    };
    const { results } = await this.analytics.load(asked, caller, audience);
    const { data, suppressed = [], figuresOf = null } = results[0]!;
    const [row] = data;
    const at = row?.[atMonth];
    const value = (figure: Figure): number | null => {
      const found = row?.[measures[figure]] ?? null;
      return found === null ? null : Number(found);
    };
    const why = (figure: Figure) => suppressed.find(({ members }) => members.includes(measures[figure]))?.because;
    return {
      planId,
      month: at ? `${String(at).slice(0, 4)}-${String(at).slice(4)}` : figuresOf,
      score: value('score'),
      members: value('members'),
      areas: {
        nominatedBeneficiary: value('nominatedBeneficiary'),
        accountBalance: value('accountBalance'),
        lifeInsurance: value('lifeInsurance'),
        investmentApproach: value('investmentApproach'),
        retirementAdequacy: value('retirementAdequacy'),
      },
      withheld: Object.fromEntries(
        figures.flatMap((figure) => {
          const because = why(figure);
          return because === undefined ? [] : [[figure, because === '<11' ? because : 'np']];
        }),
      ),
    };
  }
}

@Controller()
class PlanSuperScoreController {
  constructor(private readonly scores: PlanSuperScores) {}

  @Endpoint(planSuperScoreEndpoint)
  score({ query, caller, request }: RequestOf<typeof planSuperScoreEndpoint>): Promise<PlanSuperScore> {
    return this.scores.of(query.planId, caller, audienceFor(request, caller));
  }
}

@Module({
  imports: [AnalyticsModule],
  controllers: [PlanSuperScoreController],
  providers: [PlanSuperScores],
  exports: [PlanSuperScores],
})
export class PlanSuperScoreSlice {}
