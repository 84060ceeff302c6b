import { Injectable } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { PlanSuperScore } from '@superscope/contracts/super-score';
import { requirePlan } from '../../platform/caller.js';
import { Analytics } from '../../platform/engines.module.js';
import type { Principal } from '../../platform/principal.js';

/** The plan's score and its five areas at the newest month. */
export class PlanSuperScoreOf extends Query<PlanSuperScore> {
  constructor(
    readonly planId: string,
    readonly principal: Principal,
  ) {
    super();
  }
}

const columns = {
  score: 'score',
  nominatedBeneficiary: 'beneficiary_points',
  accountBalance: 'account_balance_points',
  lifeInsurance: 'insurance_points_score',
  investmentApproach: 'investment_points',
  retirementAdequacy: 'retirement_adequacy_points',
} as const;
type Figure = keyof typeof columns;

/** Groups of this many members or fewer are never told about (domain rules, privacy). */
const smallGroup = 10;

@QueryHandler(PlanSuperScoreOf)
@Injectable()
export class PlanSuperScoreHandler implements IQueryHandler<PlanSuperScoreOf> {
  constructor(private readonly analytics: Analytics) {}

  async execute({ planId, principal }: PlanSuperScoreOf): Promise<PlanSuperScore> {
    requirePlan(principal, planId);
    const answer = await this.analytics.client.query({
      query: `SELECT toString(month) AS at_month, count() AS members,
${Object.entries(columns)
  .map(([name, column]) => `sum(${column}) AS ${name}_sum, count(${column}) AS ${name}_n`)
  .join(', ')}
FROM member_snapshot FINAL
WHERE plan_id = {plan:String} AND month = (SELECT max(month) FROM member_snapshot FINAL WHERE plan_id = {plan:String})
GROUP BY month`,
      query_params: { plan: planId },
      format: 'JSONEachRow',
    });
    const [row] = await answer.json<Record<string, number | string | null>>();
    if (!row) return { planId, month: null, score: null, members: 0, areas: noAreas, suppressed: false };
    const members = Number(row['members']);
    const withheld = (n: number) => n > 0 && n <= smallGroup;
    /** Mean in the component's own unit, from millionths; withheld over a small group. */
    const mean = (figure: Figure): number | null => {
      const n = Number(row[`${figure}_n`]);
      return n === 0 || withheld(n) || withheld(members) ? null : Number(row[`${figure}_sum`]) / n / 1e6;
    };
    return {
      planId,
      month: String(row['at_month']).slice(0, 7),
      score: mean('score'),
      members: withheld(members) ? null : members,
      areas: {
        nominatedBeneficiary: mean('nominatedBeneficiary'),
        accountBalance: mean('accountBalance'),
        lifeInsurance: mean('lifeInsurance'),
        investmentApproach: mean('investmentApproach'),
        retirementAdequacy: mean('retirementAdequacy'),
      },
      suppressed: withheld(members) || (Object.keys(columns) as Figure[]).some((f) => withheld(Number(row[`${f}_n`]))),
    };
  }
}

const noAreas: PlanSuperScore['areas'] = {
  nominatedBeneficiary: null,
  accountBalance: null,
  lifeInsurance: null,
  investmentApproach: null,
  retirementAdequacy: null,
};
