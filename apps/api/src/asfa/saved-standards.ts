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
    return (await this.read()).sets;
  }

  /** The same, with the revision at which each set, by its date, was saved last. */
  async read(): Promise<{ sets: RetirementStandardDraft[]; revisions: ReadonlyMap<string, number> }> {
    const found = await this.views.of(figuresView).find({}).sort({ _id: 1 }).toArray();
    const parameters = found.flatMap((row) => ('kind' in row ? [] : [row]));
    const sets = retirementStandardsIn(parameters);
    const revisionOf = ({ at }: RetirementStandardDraft) =>
      Math.max(
        ...parameters.flatMap((row) =>
          row.validFrom === at && retirementStandardsIn([row]).length > 0 ? [Number(row.revision)] : [],
        ),
      );
    return { sets, revisions: new Map(sets.map((set) => [set.at, revisionOf(set)])) };
  }
}
