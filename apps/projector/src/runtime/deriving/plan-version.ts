import type { TableName } from '@superscope/contracts/read-models/read-models';
import type { Target } from '../writing/target.js';
import type { Derivation, DerivationRun } from './derivation.js';

/** Another process derives the plan by now. */
export class Superseded extends Error {
  constructor(planId: string) {
    super(`Plan ${planId} is derived by another process.`);
    this.name = 'Superseded';
  }
}

/** Throws Superseded where another process has the plan. */
export function assertHeld({ planId, mayPublish }: Pick<DerivationRun, 'planId' | 'mayPublish'>): void {
  if (!mayPublish()) throw new Superseded(planId);
}

/**
 * The version of one run of a derivation for a plan. It is greater than that of every row the plan ever had. Each run takes its version
 * before it reads any fact, so a run with a greater version has read no older facts, and its rows win where two runs wrote the same.
 * An event's position would not do: streams arrive in any order.
 */
export class PlanVersion {
  private constructor(
    private readonly target: Target,
    private readonly id: string,
    private readonly number: number,
  ) {}

  static async take(
    target: Target,
    { name, publishes }: Pick<Derivation, 'name' | 'publishes'>,
    planId: string,
  ): Promise<PlanVersion> {
    // The counter is as losable as the documents beside it, and a rebuild may put other rows in the place of those it counted.
    const newest = await newestOfRows(target, publishes, planId);
    const id = derivedId(name, planId);
    const derived = target.derived();
    await derived.updateOne({ _id: id }, { $max: { version: newest } }, { upsert: true });
    const taken = await derived.findOneAndUpdate(
      { _id: id },
      { $inc: { version: 1 } },
      { upsert: true, returnDocument: 'after' },
    );
    return new PlanVersion(target, id, taken!.version!);
  }

  /** As a row has it. */
  toString(): string {
    return String(this.number);
  }

  /** Whether no other derivation of the plan has begun since. */
  async isNewest(): Promise<boolean> {
    return (await this.target.derived().findOne({ _id: this.id, version: this.number })) !== null;
  }
}

/** Of `derived`, the document of one derivation of one plan. */
export const derivedId = (derivation: string, planId: string): string => `${derivation} ${planId}`;

/** Rows that a crash cut off may be in some of the tables only, and count as much: a version that was taken twice would show them. */
async function newestOfRows(target: Target, tables: readonly TableName[], planId: string): Promise<number> {
  const newestIn = (table: TableName) =>
    `SELECT max(version) AS version FROM ${target.table(table)} WHERE plan_id = {plan:String}`;
  const answer = await target.clickhouse.query({
    query: `SELECT max(version) AS newest FROM (${tables.map(newestIn).join(' UNION ALL ')})`,
    query_params: { plan: planId },
    format: 'JSONEachRow',
  });
  const [row] = await answer.json<{ newest: number | string }>();
  return Number(row?.newest ?? 0);
}
