import { Injectable } from '@nestjs/common';

/**
 * How often figures changed since this process started: part of the key of what is cached, so that a change makes old answers
 * unreachable at once.
 */
@Injectable()
export class PlanVersions {
  private readonly ofPlan = new Map<string, number>();
  private changesOfAll = 0;
  private changes = 0;

  /** Notes a change of one plan's figures; null: of every plan's. */
  bump(planId: string | null): void {
    this.changes += 1;
    if (planId === null) this.changesOfAll += 1;
    else this.ofPlan.set(planId, (this.ofPlan.get(planId) ?? 0) + 1);
  }

  /** The version of one plan's figures; null: of all plans together. */
  of(planId: string | null): string {
    return planId === null ? `all.${this.changes}` : `${this.changesOfAll}.${this.ofPlan.get(planId) ?? 0}`;
  }
}
