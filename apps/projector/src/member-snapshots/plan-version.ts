import type { Target } from '../runtime/target.js';

/**
 * The version of one derivation of a plan. It is newer than every row the plan ever had, and each derivation takes its own before
 * it reads any fact: whoever has a higher one has read no older facts, so of two that derive at once the rows of the better
 * informed win, wherever both wrote. Not the event's position: streams arrive in any order.
 */
export class PlanVersion {
  private constructor(
    private readonly target: Target,
    private readonly planId: string,
    private readonly number: number,
  ) {}

  static async take(target: Target, planId: string): Promise<PlanVersion> {
    // The counter is as losable as the documents beside it, and a rebuild may put other rows in the place of those it counted.
    const newest = await newestOfRows(target, planId);
    const derived = target.derived();
    await derived.updateOne({ _id: planId }, { $max: { version: newest } }, { upsert: true });
    const taken = await derived.findOneAndUpdate(
      { _id: planId },
      { $inc: { version: 1 } },
      { upsert: true, returnDocument: 'after' },
    );
    return new PlanVersion(target, planId, taken!.version!);
  }

  /** As a row has it. */
  toString(): string {
    return String(this.number);
  }

  /** Whether no other derivation of the plan has begun since. */
  async isNewest(): Promise<boolean> {
    return (await this.target.derived().findOne({ _id: this.planId, version: this.number })) !== null;
  }

  /** Notes which imports the plan's months show, unless a newer derivation knows better. */
  async note(months: Record<string, string>): Promise<void> {
    await this.target.derived().updateOne({ _id: this.planId, version: this.number }, { $set: { months } });
  }
}

async function newestOfRows(target: Target, planId: string): Promise<number> {
  const answer = await target.clickhouse.query({
    query: `SELECT max(version) AS newest FROM ${target.table('member_snapshot')} WHERE plan_id = {plan:String}`,
    query_params: { plan: planId },
    format: 'JSONEachRow',
  });
  const [row] = await answer.json<{ newest: number | string }>();
  return Number(row?.newest ?? 0);
}
