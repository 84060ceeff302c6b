import { Controller, Module } from '@nestjs/common';
import { plansCompleteness, type PlansCompleteness } from '@superscope/contracts/plans-overview';
import { closingsView } from '@superscope/contracts/read-models/editions';
import { plansView } from '@superscope/contracts/read-models/fund';
import { monthOf, sydneyDate } from '@superscope/domain/calendar-dates';
import { z } from 'zod';
import { plansInScope } from '../platform/access/principal.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Analytics, Views } from '../platform/engines.module.js';
import { completenessOf, CurrentImports, newestMonths, type ImportStep } from './completeness.js';

const plansCompletenessEndpoint = endpoint('GET /api/plans/completeness', {
  summary: 'The imports of each plan and month, whether the month is closed, and why it is still open',
  right: 'plans.completeness',
  query: z.strictObject({
    months: z
      .string()
      .regex(/^([1-9]|[12]\d|3[0-6])$/, 'months is a number from 1 to 36.')
      .default('12')
      .transform(Number),
  }),
  answers: { 200: plansCompleteness },
});

@Controller()
class PlansCompletenessController {
  constructor(
    private readonly views: Views,
    private readonly analytics: Analytics,
  ) {}

  /** The newest months of the plans in the caller's scope: their imports, and the reasons why months are still open. */
  @Endpoint(plansCompletenessEndpoint)
  async completeness({ query, caller }: RequestOf<typeof plansCompletenessEndpoint>): Promise<PlansCompleteness> {
    const months = newestMonths(monthOf(sydneyDate(new Date())), query.months);
    const [rows, closings, steps, editions] = await Promise.all([
      this.views
        .of(plansView)
        .find(plansInScope(caller.scope), { projection: { name: 1, startDate: 1, closedOn: 1 } })
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

@Module({ controllers: [PlansCompletenessController] })
export class PlansCompletenessSlice {}
