import { Injectable } from '@nestjs/common';
import { readModels, type ReadModel } from '@superscope/contracts/changes';

/** The changes of one read model: `ofAll` counts those of all plans at once, `inAll` every change, `ofPlan` those of single plans. */
class Count {
  readonly ofPlan = new Map<string, number>();
  ofAll = 0;
  inAll = 0;
}

/**
 * Counts the changes of each read model since this process started. A cached answer stores the counts of its read models, so a change
 * invalidates exactly the answers that depend on it.
 */
@Injectable()
export class ChangeCounters {
  private readonly counts = new Map(readModels.map((model) => [model, new Count()]));
  private look: (agoMilliseconds: number) => Promise<void> = () => Promise.resolve();

  /** Sets the function that reads all changes published at least so many milliseconds ago. The change follower calls this. */
  followedBy(look: (agoMilliseconds: number) => Promise<void>): void {
    this.look = look;
  }

  /**
   * Resolves once every change is counted that was published before now, or at least so many milliseconds ago. A cache waits for this
   * before it answers: a browser may have been told of a change by another api, and would keep an outdated answer until the next change.
   */
  upToDate(agoMilliseconds = 0): Promise<void> {
    return this.look(agoMilliseconds);
  }

  /** Counts a change of one plan's read models, or of all plans' (null). Without names, all read models count as changed. */
  bump(planId: string | null, changed: readonly ReadModel[] = readModels): void {
    for (const model of changed) {
      const count = this.counts.get(model);
      if (count === undefined) continue;
      count.inAll += 1;
      if (planId === null) count.ofAll += 1;
      else count.ofPlan.set(planId, (count.ofPlan.get(planId) ?? 0) + 1);
    }
  }

  /** The counts of one plan's read models, or of all plans together (null), as text that can be compared. */
  of(planId: string | null, models: readonly ReadModel[]): string {
    return models
      .map((model) => {
        const count = this.counts.get(model)!;
        return planId === null ? `all.${count.inAll}` : `${count.ofAll}.${count.ofPlan.get(planId) ?? 0}`;
      })
      .join('-');
  }
}
