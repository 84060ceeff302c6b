import { Controller, Module } from '@nestjs/common';
import { day, innerId, yesOrNo } from '@superscope/contracts/fields';
import { insuranceCategory, type InsuranceCategory } from '@superscope/contracts/insurance-calculation';
import { tablesInForce } from '@superscope/contracts/publications';
import { occupationFactorPublicationsView } from '@superscope/contracts/read-models/publications';
import { sydneyDate } from '@superscope/domain/calendar-dates';
import { readCoverFormula } from '@superscope/domain/insurance/cover-formula';
import { occupationGroups } from '@superscope/domain/insurance/premium-rates';
import { addressStates } from '@superscope/domain/member/member.events';
import { z } from 'zod';
import { requirePlan } from '../platform/access/caller.js';
import { inScope } from '../platform/access/principal.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Views } from '../platform/engines.module.js';
import { coverRulesAnswer } from './cover-rules-answer.js';
import { coverRulesOn } from './published-premiums.js';
import { categoriesOf, reachedCompany } from './reached-company.js';

const memberCategoriesEndpoint = endpoint('GET /api/insuranceCalculation/:companyId/memberCategories', {
  summary: 'The member categories of the plan of an employer in reach, by name, with their default cover',
  right: 'insurance.quote',
  params: { companyId: innerId },
  query: z.strictObject({
    /** `true`: only active categories. */
    activeOnly: yesOrNo.optional(),
    /** yyyy-MM-dd, the day whose cover rules are told; by default today. */
    on: day.optional(),
  }),
  answers: { 200: z.array(insuranceCategory) },
  problems: { 404: null },
});

const occupationGroupsEndpoint = endpoint('GET /api/insuranceCalculation/occupationGroups', {
  summary: 'The occupation groups (collar ratings) that plans in reach rate today; with `planId` those of one plan',
  right: 'insurance.quote',
  query: z.strictObject({ planId: z.string().max(90).optional() }),
  answers: { 200: z.array(z.string()) },
});

const statesEndpoint = endpoint('GET /api/insuranceCalculation/states', {
  summary: 'The states and territories that a quotation can name',
  right: 'insurance.quote',
  answers: { 200: z.array(z.string()) },
});

const problemsOf = (formulas: readonly (string | null)[]): string[] => {
  const read = [...new Set(formulas)].flatMap((formula) => (formula === null ? [] : [readCoverFormula(formula)]));
  return read.flatMap((formula) => (formula.kind === 'problem' ? [formula.message] : []));
};

@Controller()
class QuotationChoicesController {
  constructor(private readonly views: Views) {}

  @Endpoint(memberCategoriesEndpoint)
  async categories(asked: RequestOf<typeof memberCategoriesEndpoint>): Promise<InsuranceCategory[]> {
    const { planId } = await reachedCompany(this.views, asked.caller, asked.params.companyId);
    const on = asked.query.on ?? sydneyDate(new Date());
    const [all, rules] = await Promise.all([categoriesOf(this.views, planId), coverRulesOn(this.views, planId, on)]);
    return all
      .filter(({ active }) => active || asked.query.activeOnly !== true)
      .map((category) => {
        const { categoryId, name, active, deathFormula, tpdFormula, sciPercent } = category;
        return {
          id: categoryId,
          name,
          active,
          deathFormula,
          tpdFormula,
          sciPercent,
          rules: coverRulesAnswer(category, rules),
          formulaProblems: problemsOf([deathFormula, tpdFormula]),
        };
      });
  }

  @Endpoint(occupationGroupsEndpoint)
  async occupationGroups({ query, caller }: RequestOf<typeof occupationGroupsEndpoint>): Promise<string[]> {
    const { planId } = query;
    if (planId !== undefined) requirePlan(caller, planId);
    const stored = await this.views
      .of(occupationFactorPublicationsView)
      .find(planId === undefined ? {} : { ownerId: planId })
      .toArray();
    const inForce = [...tablesInForce(stored, sydneyDate(new Date())).values()];
    return occupationGroups(inForce.flatMap(({ ownerId, rows }) => (inScope(caller.scope, ownerId) ? rows : [])));
  }

  @Endpoint(statesEndpoint)
  states(): string[] {
    return [...addressStates];
  }
}

@Module({ controllers: [QuotationChoicesController] })
export class QuotationChoicesSlice {}
