import { Injectable } from '@nestjs/common';
import { figuresView } from '@superscope/contracts/read-models/dated-figures';
import { retirementStandardsIn, type RetirementStandardDraft } from '@superscope/domain/scoring/retirement-standard';
import { Views } from '../platform/engines.module.js';

/** Reads the sets of ASFA figures that are saved. */
@Injectable()
export class SavedStandards {
  constructor(private readonly views: Views) {}

  /** Complete and incomplete sets, oldest first. */
  async all(): Promise<RetirementStandardDraft[]> {
    const rows = await this.views.of(figuresView).find({}).sort({ _id: 1 }).toArray();
    return retirementStandardsIn(rows.flatMap((row) => ('kind' in row ? [] : [row])));
  }
}
