import { Injectable } from '@nestjs/common';
import type { CsvTable } from '@superscope/contracts/csv-tables';
import { Ops } from '../../platform/engines.module.js';
import { severalPlans } from './import-leases.js';

/** The last import of a table and plan that began or ended. Its `_id` is `{table}/{plan}`. */
interface TurnDocument {
  _id: string;
  table: CsvTable;
  plan: string;
  turn: number;
  startedBy: string;
}

/** An import as others find it. `plan` is `severalPlans` if its lines belong to several plans or to none. */
interface TurnOf {
  table: CsvTable;
  plan: string;
  /** Who imports. */
  startedBy: string;
}

interface Counter {
  _id: 'turns';
  turn: number;
}

/**
 * Numbers the beginnings and ends of imports, so that an import can tell whether what it was checked against still stands. If `ops` is lost,
 * checks of before count as up to date.
 */
@Injectable()
export class ImportTurns {
  constructor(private readonly ops: Ops) {}

  private get turns() {
    return this.ops.db.collection<TurnDocument>('import_turns');
  }

  private get counter() {
    return this.ops.db.collection<Counter>('import_turn');
  }

  /** The newest turn. Read it before what an import is checked against. */
  async now(): Promise<number> {
    return (await this.counter.findOne({ _id: 'turns' }))?.turn ?? 0;
  }

  /** Notes that an import begins, before it writes, or that it has ended. */
  async note({ table, plan, startedBy }: TurnOf): Promise<void> {
    const next = await this.counter.findOneAndUpdate(
      { _id: 'turns' },
      { $inc: { turn: 1 } },
      { upsert: true, returnDocument: 'after' },
    );
    const noted = { table, plan, startedBy, turn: next!.turn };
    await this.turns.replaceOne({ _id: `${table}/${plan}` }, noted, { upsert: true });
  }

  /** Whether an import of the same table and plan, by somebody else, has begun or ended since. What people import themselves they know. */
  async isOutdated(since: number, { table, plan, startedBy }: TurnOf): Promise<boolean> {
    const later = { table, turn: { $gt: since }, startedBy: { $ne: startedBy } };
    const of = plan === severalPlans ? later : { ...later, plan: { $in: [plan, severalPlans] } };
    return (await this.turns.findOne(of)) !== null;
  }
}
