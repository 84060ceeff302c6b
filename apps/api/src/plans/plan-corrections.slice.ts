import { Controller, Module, NotFoundException } from '@nestjs/common';
import { planCorrections, type PlanCorrections } from '@superscope/contracts/corrections';
import { innerId } from '@superscope/contracts/fields';
import { campaignsView } from '@superscope/contracts/read-models/campaigns';
import { companiesView, plansView } from '@superscope/contracts/read-models/fund';
import { importsView } from '@superscope/contracts/read-models/imports';
import { usersView } from '@superscope/contracts/read-models/users';
import { payrollNow } from '@superscope/domain/publishing/payroll';
import { requirePlan } from '../platform/access/caller.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Analytics, Views } from '../platform/engines.module.js';
import { monthImports, type ImportedBy, type MonthStep } from './month-imports.js';

const planCorrectionsEndpoint = endpoint('GET /api/plans/:planId/corrections', {
  summary: 'What can be corrected in a plan: its closing, employers, campaigns, and the imports of its months',
  right: 'corrections.write',
  params: { planId: innerId },
  answers: { 200: planCorrections },
  problems: { 404: null },
});

@Controller()
class PlanCorrectionsController {
  constructor(
    private readonly views: Views,
    private readonly analytics: Analytics,
  ) {}

  /** What can be corrected in a plan. Throws 404 if there is no such plan. */
  @Endpoint(planCorrectionsEndpoint)
  async of({ params: { planId }, caller }: RequestOf<typeof planCorrectionsEndpoint>): Promise<PlanCorrections> {
    requirePlan(caller, planId);
    const [plan, companies, campaigns, steps] = await Promise.all([
      this.views.of(plansView).findOne({ _id: planId }),
      this.views.of(companiesView).find({ planId }).sort({ name: 1 }).toArray(),
      this.views.of(campaignsView).find({ planId }).sort({ runDate: -1, name: 1 }).toArray(),
      this.steps(planId),
    ]);
    // Without a name, the document's first event was set aside, and only later fields are known.
    if (plan?.name === undefined) throw new NotFoundException('There is no such plan.');
    return {
      id: planId,
      name: plan.name,
      startDate: plan.startDate,
      closedOn: plan.closedOn ?? null,
      payroll: payrollNow(plan.onePayroll ?? null, companies.length),
      companies: companies.flatMap(({ _id: id, name, active }) => (name === undefined ? [] : [{ id, name, active }])),
      categories: Object.values(plan.categories ?? {}).map(({ categoryId: id, name }) => ({ id, name })),
      campaigns: campaigns.flatMap(({ _id: id, name, campaignType: type, runDate, cancelled }) =>
        name === undefined ? [] : [{ id, name, type, runDate, cancelled }],
      ),
      months: monthImports(steps, await this.importedBy(steps)),
    };
  }

  private async steps(planId: string): Promise<MonthStep[]> {
    const answer = await this.analytics.client.query({
      query: `SELECT formatDateTime(plan_month_import.month, '%Y-%m') AS month, content, step, import_id AS importId, rows,
  formatDateTime(recorded_at, '%Y-%m-%dT%H:%i:%SZ', 'UTC') AS at
FROM plan_month_import FINAL WHERE plan_id = {plan:String} ORDER BY content, plan_month_import.month, revision`,
      query_params: { plan: planId },
      format: 'JSONEachRow',
    });
    return answer.json<MonthStep>();
  }

  private async importedBy(steps: readonly MonthStep[]): Promise<ImportedBy> {
    const imports = await this.views
      .of(importsView)
      .find({ _id: { $in: [...new Set(steps.map(({ importId }) => importId))] } }, { projection: { errors: 0 } })
      .toArray();
    const users = await this.views
      .of(usersView)
      .find({ _id: { $in: imports.map(({ startedBy }) => startedBy) } }, { projection: { personal: 1 } })
      .toArray();
    const names = new Map(users.map(({ _id, personal }) => [_id, personal.name ?? personal.username]));
    return new Map(
      imports.map(({ _id, fileName, startedBy }) => [_id, { fileName, startedBy: names.get(startedBy) ?? null }]),
    );
  }
}

@Module({ controllers: [PlanCorrectionsController] })
export class PlanCorrectionsSlice {}
