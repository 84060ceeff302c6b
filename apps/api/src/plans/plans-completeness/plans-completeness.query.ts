import { Injectable } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { PlansCompleteness } from '@superscope/contracts/plans-overview';
import { closingsView } from '@superscope/contracts/read-models/editions';
import { plansView } from '@superscope/contracts/read-models/fund';
import { monthOf, sydneyDate } from '@superscope/domain/calendar-dates';
import { Analytics, Views } from '../../platform/engines.module.js';
import type { Principal } from '../../platform/access/principal.js';
import { within } from '../plan/plan.query.js';
import { completenessOf, CurrentImports, newestMonths, type ImportStep } from './completeness.js';

/** The newest months of the plans in the caller's scope: their imports, and the reasons why months are still open. */
export class PlansCompletenessOf extends Query<PlansCompleteness> {
  constructor(
    readonly months: number,
    readonly principal: Principal,
  ) {
    super();
  }
}

@QueryHandler(PlansCompletenessOf)
@Injectable()
export class PlansCompletenessHandler implements IQueryHandler<PlansCompletenessOf> {
  constructor(
    private readonly views: Views,
    private readonly analytics: Analytics,
  ) {}

  async execute({ months: count, principal }: PlansCompletenessOf): Promise<PlansCompleteness> {
    const months = newestMonths(monthOf(sydneyDate(new Date())), count);
    const [rows, closings, steps, editions] = await Promise.all([
      this.views
        .of(plansView)
        .find(within(principal.scope), { projection: { name: 1, startDate: 1, closedOn: 1 } })
        .sort({ name: 1 })
        .toArray(),
      this.views.of(closingsView).find({}).toArray(),
      this.steps(),
      this.editions(months[0]!),
    ]);
    const imports = new CurrentImports(steps);
    const closedBy = closings.reduce<string | null>((last, { month }) => (last && last > month ? last : month), null);
    const plans = rows.flatMap(({ _id: id, name, startDate, closedOn = null }) =>
      name === undefined
        ? []
        : [
            {
              id,
              name,
              months: completenessOf(
                { id, startDate, closedOn },
                months,
                imports,
                editions.get(id) ?? new Map<string, number>(),
                closedBy,
              ),
            },
          ],
    );
    return { months, plans };
  }

  private async steps(): Promise<ImportStep[]> {
    const answer = await this.analytics.client.query({
      query: `SELECT plan_id AS planId, formatDateTime(plan_month_import.month, '%Y-%m') AS month, content, step, import_id AS importId, rows
FROM plan_month_import FINAL ORDER BY plan_id, content, plan_month_import.month, revision`,
      format: 'JSONEachRow',
    });
    return answer.json<ImportStep>();
  }

  private async editions(from: string): Promise<Map<string, Map<string, number>>> {
    const answer = await this.analytics.client.query({
      query: `SELECT plan_id, formatDateTime(plan_month.month, '%Y-%m') AS of_month, edition
FROM plan_month FINAL WHERE plan_month.month >= {from:Date}`,
      query_params: { from: `${from}-01` },
      format: 'JSONEachRow',
    });
    const byPlan = new Map<string, Map<string, number>>();
    for (const row of await answer.json<{ plan_id: string; of_month: string; edition: number }>()) {
      const months = byPlan.get(row.plan_id) ?? new Map<string, number>();
      byPlan.set(row.plan_id, months.set(row.of_month, row.edition));
    }
    return byPlan;
  }
}
