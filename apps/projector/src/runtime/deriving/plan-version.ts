import type { TableName } from '@superscope/contracts/read-models/read-models';
import type { Target } from '../writing/target.js';
import type { Derivation, DerivationRun } from './derivation.js';

/** Another process now derives the plan. */
export class Superseded extends Error {
  constructor(planId: string) {
    super(`Plan ${planId} is derived by another process.`);
    this.name = 'Superseded';
  }
}

/** Throws Superseded if another process has the plan. */
export function assertHeld({ planId, mayPublish }: Pick<DerivationRun, 'planId' | 'mayPublish'>): void {
  if (!mayPublish()) throw new Superseded(planId);
}

/**
 * The version of one run of a derivation for a plan. It is greater than the version of every earlier row of the plan.
 * Each run takes its version before it reads any fact, so a run with a greater version has read no older facts, and
 * its rows win if two runs wrote the same row. An event's position would not work, because streams arrive in any
 * order.
 */
export class PlanVersion {
  private constructor(
    private readonly target: Target,
    private readonly id: string,
    private readonly number: number,
  ) {}

  /** `taken` has the last version that the caller took of each plan, and gets this one. */
  static async take(
    target: Target,
    { name, publishes }: Pick<Derivation, 'name' | 'publishes'>,
    planId: string,
    taken: Map<string, number>,
  ): Promise<PlanVersion> {
    const id = derivedId(name, planId);
    let version = await nextVersion(target, id);
    // The counter can be lost like the documents beside it, and a rebuild may replace the rows that it counted. Where it continues from
    // the caller's last version, it was not lost since, and the rows need not be searched.
    if (version <= (taken.get(planId) ?? Infinity)) {
      const newest = await newestOfRows(target, publishes, planId);
      if (newest >= version) {
        await target.derived().updateOne({ _id: id }, { $max: { version: newest } });
        version = await nextVersion(target, id);
      }
    }
    taken.set(planId, version);
    return new PlanVersion(target, id, version);
  }

  /** The version as text, which is how rows hold it. */
  toString(): string {
    return String(this.number);
  }

  /** Whether no other derivation of the plan has begun since. */
  async isNewest(): Promise<boolean> {
    return (await this.target.derived().findOne({ _id: this.id, version: this.number })) !== null;
  }
}

async function nextVersion(target: Target, id: string): Promise<number> {
  const next = { $inc: { version: 1 } };
  const counted = await target.derived().findOneAndUpdate({ _id: id }, next, { upsert: true, returnDocument: 'after' });
  return counted!.version!;
}

/** The id in `derived` of one derivation of one plan. */
export const derivedId = (derivation: string, planId: string): string => `${derivation} ${planId}`;

/**
 * The newest version among a plan's rows. A crash may have left rows in only some of the tables. They count too,
 * because reusing their version would show them.
 */
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
