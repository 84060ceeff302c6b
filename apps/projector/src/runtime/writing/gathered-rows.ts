import type { TableName } from '@superscope/contracts/read-models/read-models';
import { RowBlock } from '../../clickhouse-rows/insert-rows.js';
import type { RowDestination } from './facts-writer.js';
import type { Target } from './target.js';

const rowsPerInsert = 40_000;

/**
 * Rows of many batches, encoded as they come, and inserted when there are enough or on `flush`: an insert of a few rows costs the engine
 * almost as much as one of thousands. Until then no query finds them.
 */
export class GatheredRows implements RowDestination {
  private readonly blocks = new Map<TableName, RowBlock>();
  private inserting: Promise<void> = Promise.resolve();
  private failure: { error: unknown } | null = null;

  constructor(
    private readonly target: Pick<Target, 'clickhouse' | 'table'>,
    private readonly most = rowsPerInsert,
  ) {}

  /** Whether an insert has failed. Its rows are lost, and every call then throws its error, whichever event is written. */
  get hasFailed(): boolean {
    return this.failure !== null;
  }

  /** Throws ColumnRefusal for a value that a column cannot hold; the rows before it are kept. */
  async write(table: TableName, columns: readonly string[], rows: readonly (readonly unknown[])[]): Promise<void> {
    this.assertSound();
    const { clickhouse } = this.target;
    const known = this.blocks.get(table);
    const block = known ?? (await RowBlock.of(clickhouse, this.target.table(table), columns, rows.length));
    this.blocks.set(table, block);
    for (const row of rows) block.add(row);
    if (block.rows >= this.most) await this.insert(table, block);
  }

  /** Resolves once all rows are stored. */
  async flush(): Promise<void> {
    this.assertSound();
    for (const [table, block] of this.blocks) await this.insert(table, block);
    await this.inserting;
  }

  /** Resolves once the insert before it is stored. */
  private insert(table: TableName, block: RowBlock): Promise<void> {
    this.blocks.delete(table);
    const before = this.inserting;
    this.inserting = before.then(() => block.insert());
    this.inserting.catch((error: unknown) => (this.failure ??= { error }));
    return before;
  }

  private assertSound(): void {
    if (this.failure !== null) throw this.failure.error;
  }
}
