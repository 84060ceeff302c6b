import { Controller, Injectable, Module, NotFoundException } from '@nestjs/common';
import { calculationVariables, type CalculationVariables } from '@superscope/contracts/calculation-variables';
import { sydneyDate } from '@superscope/domain/calendar-dates';
import { figuresAt } from '@superscope/domain/scoring/figures-at';
import { Endpoint, endpoint } from '../platform/endpoint/endpoint.js';
import { Views } from '../platform/engines.module.js';
import { currentReadSet } from '../platform/read-set/read-set.js';
import { datedFigures } from './dated-figures.js';

const calculationVariablesEndpoint = endpoint('GET /api/calculationVariables', {
  summary: "ASFA's yearly budgets, of the newest complete set",
  right: 'portal.read',
  inDocuments: true,
  asOf: true,
  answers: { 200: calculationVariables },
  problems: { 404: null },
});

@Injectable()
export class RetirementStandard {
  constructor(private readonly views: Views) {}

  /** ASFA's yearly budgets of the newest complete set in force today, or at the moment that is read. Throws 404 if there is none. */
  async inForce(): Promise<CalculationVariables> {
    const { standard: set, concessionalCapCents } = figuresAt(
      await datedFigures(this.views),
      sydneyDate(currentReadSet()?.moment ?? new Date()),
    );
    if (!set) throw new NotFoundException('No retirement standard has been loaded yet.');
    const { at, modestSingleYearTotal, comfortableSingleYearTotal } = set;
    const concessionalCap = concessionalCapCents === null ? null : concessionalCapCents / 100;
    return { concessionalCap, asfaRetirement: { at, modestSingleYearTotal, comfortableSingleYearTotal } };
  }
}

@Controller()
class CalculationVariablesController {
  constructor(private readonly standard: RetirementStandard) {}

  @Endpoint(calculationVariablesEndpoint)
  variables(): Promise<CalculationVariables> {
    return this.standard.inForce();
  }
}

@Module({
  controllers: [CalculationVariablesController],
  providers: [RetirementStandard],
  exports: [RetirementStandard],
})
export class CalculationVariablesSlice {}
