import type { Target } from '../writing/target.js';

/** What writes a derivation's rows has to know of it. */
export interface Derivable {
  planId: string;
  version: string;
  /** Whether the plan is still this process's to derive. */
  mayPublish: () => boolean;
}

/** Another process derives the plan by now. */
export class Superseded extends Error {
  constructor(planId: string) {
    super(`Plan ${planId} is derived by another process.`);
    this.name = 'Superseded';
  }
}

/** Throws Superseded where another process has the plan. */
export function assertHeld({ planId, mayPublish }: Derivable): void {
  if (!mayPublish()) throw new Superseded(planId);
}

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
  // Rows of an edition that a crash cut off are only in the second: a version that was taken twice would count them.
  const tables = ['member_snapshot', 'member_edition', 'plan_month'] as const;
  const newestIn = (table: (typeof tables)[number]) =>
    `SELECT max(version) AS version FROM ${target.table(table)} WHERE plan_id = {plan:String}`;
  const answer = await target.clickhouse.query({
    query: `SELECT max(version) AS newest FROM (${tables.map(newestIn).join(' UNION ALL ')})`,
    query_params: { plan: planId },
    format: 'JSONEachRow',
  });
  const [row] = await answer.json<{ newest: number | string }>();
  return Number(row?.newest ?? 0);
}
