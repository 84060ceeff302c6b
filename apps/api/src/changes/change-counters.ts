import { Injectable } from '@nestjs/common';
import { readModels, type ReadModel } from '@superscope/contracts/changes';

/** How often something changed, in all and by plan. */
class Count {
  readonly ofPlan = new Map<string, number>();
  ofAll = 0;
  inAll = 0;
}

/**
 * How often read models changed since this process started: part of the key of what is cached, so that a change makes old answers
 * unreachable at once, and only those that it can have changed.
 */
@Injectable()
export class ChangeCounters {
  private readonly counts = new Map(readModels.map((model) => [model, new Count()]));
  private look: (agoMilliseconds: number) => Promise<void> = () => Promise.resolve();

  /** `look` brings the changes that were told of so long ago; who follows them gives it. */
  followedBy(look: (agoMilliseconds: number) => Promise<void>): void {
    this.look = look;
  }

  /**
   * Resolves once every change counts that was told of before now, or at least so many milliseconds ago. Whoever keeps answers
   * waits for it first: a browser may have heard of the change from another api, and would keep the old answer until the next.
   */
  upToDate(agoMilliseconds = 0): Promise<void> {
    return this.look(agoMilliseconds);
  }

  /** Notes a change of one plan's read models, of all of them where none are named; null: of every plan's. */
  bump(planId: string | null, changed: readonly ReadModel[] = readModels): void {
    for (const model of changed) {
      const count = this.counts.get(model);
      if (count === undefined) continue;
      count.inAll += 1;
      if (planId === null) count.ofAll += 1;
      else count.ofPlan.set(planId, (count.ofPlan.get(planId) ?? 0) + 1);
    }
  }

  /** The version of one plan's read models; null: of all plans together. */
  of(planId: string | null, models: readonly ReadModel[]): string {
    return models
      .map((model) => {
        const count = this.counts.get(model)!;
        return planId === null ? `all.${count.inAll}` : `${count.ofAll}.${count.ofPlan.get(planId) ?? 0}`;
      })
      .join('-');
  }
}
