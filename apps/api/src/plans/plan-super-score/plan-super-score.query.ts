import { Injectable } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { PlanSuperScore } from '@superscope/contracts/super-score';
import type { Audience } from '../../analytics/compile/compile.js';
import { AnalyticsService } from '../../analytics/load/analytics-service.js';
import { requirePlan } from '../../platform/access/caller.js';
import type { Principal } from '../../platform/access/principal.js';

/** A plan's score and its five areas at the newest month; for employers, at the newest closed month. */
export class PlanSuperScoreOf extends Query<PlanSuperScore> {
  constructor(
    readonly planId: string,
    readonly principal: Principal,
    readonly audience: Audience,
  ) {
    super();
  }
}

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

@QueryHandler(PlanSuperScoreOf)
@Injectable()
export class PlanSuperScoreHandler implements IQueryHandler<PlanSuperScoreOf> {
  constructor(private readonly analytics: AnalyticsService) {}

  /** Asks the query service, so that the score is the same number everywhere. */
  async execute({ planId, principal, audience }: PlanSuperScoreOf): Promise<PlanSuperScore> {
    requirePlan(principal, planId);
    const query = {
      measures: Object.values(measures),
      filters: [{ member: 'Member.planId', operator: 'equals', values: [planId] }],
      // An answer for employers names its month in `figuresOf`.
      ...(audience === 'staff' ? { dimensions: [atMonth], order: [[atMonth, 'desc']], limit: 1 } : {}),
    };
    const { results } = await this.analytics.load(query, principal, audience);
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
