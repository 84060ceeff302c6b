import { Injectable } from '@nestjs/common';
import { retirementStandardsIn, type RetirementStandardDraft } from '@superscope/domain/scoring/retirement-standard';
import { Views } from '../platform/engines.module.js';
import { datedFigureRows } from '../plans/dated-figures.js';

/** Reads the sets of ASFA figures that are saved. */
@Injectable()
export class SavedStandards {
  constructor(private readonly views: Views) {}

  /** Complete and incomplete sets, oldest first. */
  async all(): Promise<RetirementStandardDraft[]> {
    const { superParameters } = await datedFigureRows(this.views);
    return retirementStandardsIn(superParameters);
  }
}
