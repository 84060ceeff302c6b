import { Injectable, NotFoundException } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { CalculationVariables } from '@superscope/contracts/calculation-variables';
import { figuresView } from '@superscope/contracts/read-models/dated-figures';
import { sydneyDate } from '@superscope/domain/calendar-dates';
import { figuresAt } from '@superscope/domain/scoring/figures-at';
import { figuresFrom } from '@superscope/domain/scoring/figures-from-rows';
import { Views } from '../../platform/engines.module.js';

/** ASFA's yearly budgets of the newest complete set in force on a day (yyyy-MM-dd). */
export class CalculationVariablesAt extends Query<CalculationVariables> {
  constructor(readonly date: string = sydneyDate(new Date())) {
    super();
  }
}

@QueryHandler(CalculationVariablesAt)
@Injectable()
export class CalculationVariablesHandler implements IQueryHandler<CalculationVariablesAt> {
  constructor(private readonly views: Views) {}

  async execute({ date }: CalculationVariablesAt): Promise<CalculationVariables> {
    const rows = await this.views.of(figuresView).find({}).sort({ _id: 1 }).toArray();
    const { figures } = figuresFrom({
      benchmarks: rows.filter((row) => 'kind' in row),
      superParameters: rows.flatMap((row) => ('kind' in row ? [] : [row])),
    });
    const { standard: set, concessionalCapCents } = figuresAt(figures, date);
    if (!set) throw new NotFoundException('No retirement standard has been loaded yet.');
    const { at, modestSingleYearTotal, comfortableSingleYearTotal } = set;
    const concessionalCap = concessionalCapCents === null ? null : concessionalCapCents / 100;
    return { concessionalCap, asfaRetirement: { at, modestSingleYearTotal, comfortableSingleYearTotal } };
  }
}
