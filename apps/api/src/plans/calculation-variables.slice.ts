import { Controller, Injectable, Module, NotFoundException } from '@nestjs/common';
import { calculationVariables, type CalculationVariables } from '@superscope/contracts/calculation-variables';
import { innerId } from '@superscope/contracts/fields';
import { isIsoMonth, monthEnd, monthOf, shiftMonth, sydneyDate } from '@superscope/domain/calendar-dates';
import { figuresAt } from '@superscope/domain/scoring/figures-at';
import type { Figures } from '@superscope/domain/scoring/figures';
import type { RetirementStandard as Standard } from '@superscope/domain/scoring/retirement-standard';
import { z } from 'zod';
import { AnalyticsModule } from '../analytics/analytics.module.js';
import { AnalyticsService } from '../analytics/load/analytics-service.js';
import { requirePlan } from '../platform/access/caller.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Analytics, Views } from '../platform/engines.module.js';
import { currentReadSet } from '../platform/read-set/read-set.js';
import { datedFigures, figuresRecordedBy } from './dated-figures.js';

const calculationVariablesEndpoint = endpoint('GET /api/calculationVariables', {
  summary:
    "ASFA's yearly budgets, of the newest complete set; with `planId` and `month` those by which the figures of a closed month were derived, and a newer set if there is one",
  right: 'portal.read',
  query: z
    .strictObject({
      planId: innerId.optional(),
      month: z.string().refine(isIsoMonth, 'A month is written yyyy-MM.').optional(),
    })
    .refine(({ planId, month: of }) => (planId === undefined) === (of === undefined), 'A month is one of a plan.'),
  inDocuments: true,
  asOf: true,
  answers: { 200: calculationVariables },
  problems: { 404: null },
});

const budgetsOf = ({ at, modestSingleYearTotal, comfortableSingleYearTotal }: Standard) => ({
  at,
  modestSingleYearTotal,
  comfortableSingleYearTotal,
});

@Injectable()
export class RetirementStandard {
  constructor(
    private readonly views: Views,
    private readonly analytics: Analytics,
    private readonly editions: AnalyticsService,
  ) {}

  /** ASFA's yearly budgets of the newest complete set in force today, or at the moment that is read. Throws 404 if there is none. */
  async inForce(): Promise<CalculationVariables> {
    return variablesOn(await datedFigures(this.views), sydneyDate(currentReadSet()?.moment ?? new Date()));
  }

  /**
   * The set by which the figures of a month (yyyy-MM) of a plan were derived: a closed month stays as it was, whatever set is saved later.
   * Throws 404 if the plan has not closed the month, or if there was no set.
   */
  async of(planId: string, asked: string): Promise<CalculationVariables> {
    const derivedBy = await this.editions.derivedBy(planId, asked);
    if (derivedBy === null) throw new NotFoundException('The plan has not closed this month.');
    const [then, now, closed] = await Promise.all([
      figuresRecordedBy(this.analytics, derivedBy),
      datedFigures(this.views),
      this.editions.closedMonth(planId),
    ]);
    const variables = variablesOn(then, monthEnd(asked));
    return { ...variables, newer: newerThan(variables.asfaRetirement, now, shiftMonth(closed ?? asked, 1)) };
  }
}

function variablesOn(figures: Figures, day: string): CalculationVariables {
  const { standard, concessionalCapCents } = figuresAt(figures, day);
  if (!standard) throw new NotFoundException('No retirement standard has been loaded yet.');
  const concessionalCap = concessionalCapCents === null ? null : concessionalCapCents / 100;
  return { concessionalCap, asfaRetirement: budgetsOf(standard) };
}

/** The set of the next months to be closed, or of a later day, if it is another one. */
function newerThan(
  derived: CalculationVariables['asfaRetirement'],
  now: Figures,
  nextMonth: string,
): CalculationVariables['newer'] {
  const next = figuresAt(now, monthEnd(nextMonth)).standard;
  const later = now.retirementStandards.find(({ at }) => at > monthEnd(nextMonth));
  const same = (set: Standard) =>
    set.at === derived.at &&
    set.modestSingleYearTotal === derived.modestSingleYearTotal &&
    set.comfortableSingleYearTotal === derived.comfortableSingleYearTotal;
  if (next !== null && !same(next)) return { ...budgetsOf(next), fromMonth: nextMonth };
  return later === undefined ? null : { ...budgetsOf(later), fromMonth: monthOf(later.at) };
}

@Controller()
class CalculationVariablesController {
  constructor(private readonly standard: RetirementStandard) {}

  @Endpoint(calculationVariablesEndpoint)
  async variables({ query, caller }: RequestOf<typeof calculationVariablesEndpoint>): Promise<CalculationVariables> {
    const { planId, month: of } = query;
    if (planId === undefined || of === undefined) return this.standard.inForce();
    requirePlan(caller, planId);
    return this.standard.of(planId, of);
  }
}

@Module({
  imports: [AnalyticsModule],
  controllers: [CalculationVariablesController],
  providers: [RetirementStandard],
  exports: [RetirementStandard],
})
export class CalculationVariablesSlice {}
