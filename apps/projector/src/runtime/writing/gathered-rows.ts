import type { TableName } from '@superscope/contracts/read-models/read-models';
import { RowBlock } from '../../clickhouse-rows/insert-rows.js';
import type { RowDestination } from './facts-writer.js';
import { WriteFailure } from './failures.js';
import type { Target } from './target.js';

const rowsPerInsert = 40_000;

/**
 * Rows of many batches, encoded as they come, and inserted when there are enough or on `flush`: an insert of a few rows costs the engine
 * almost as much as one of thousands. Until then no query finds them.
 */
export class GatheredRows implements RowDestination {
  private readonly blocks = new Map<TableName, RowBlock>();
  private inserting: Promise<void> = Promise.resolve();
  private failure: WriteFailure | null = null;

  constructor(
    private readonly target: Pick<Target, 'clickhouse' | 'table'>,
    private readonly most = rowsPerInsert,
  ) {}

  /** Whether an insert has failed. Its rows are lost, and every call then throws its error, whichever event is written. */
  get hasFailed(): boolean {
    return this.failure !== null;
  }

  /** Throws ColumnRefusal for a value that a column cannot hold; the rows before it are kept. Throws WriteFailure if an insert has failed. */
  async write(table: TableName, columns: readonly string[], rows: readonly (readonly unknown[])[]): Promise<void> {
    this.assertSound();
    for (const row of rows) {
      const block = this.blocks.get(table) ?? (await this.begin(table, columns, rows.length));
      block.add(row);
      // Within the loop, because a batch of an import's events has hundreds of thousands of rows.
      if (block.rows >= this.most) await this.insert(table, block);
    }
  }

  /** Resolves once all rows are stored. Throws WriteFailure. */
  async flush(): Promise<void> {
    this.assertSound();
    for (const [table, block] of this.blocks) await this.insert(table, block);
    await this.inserting;
  }

  private async begin(table: TableName, columns: readonly string[], rows: number): Promise<RowBlock> {
    const expected = Math.min(rows, this.most);
    const block = await RowBlock.of(this.target.clickhouse, this.target.table(table), columns, expected);
    this.blocks.set(table, block);
    return block;
  }

  /** Resolves once the insert before it is stored. */
  private insert(table: TableName, block: RowBlock): Promise<void> {
    this.blocks.delete(table);
    const before = this.inserting;
    this.inserting = before.then(() => this.store(table, block));
    // Avoids an unhandled rejection; the next call throws the failure.
    this.inserting.catch(() => undefined);
    return before;
  }

  private async store(table: TableName, block: RowBlock): Promise<void> {
    try {
      await block.insert();
    } catch (error) {
      this.failure = new WriteFailure(table, block.columns, error);
      throw this.failure;
    }
  }

  private assertSound(): void {
    if (this.failure !== null) throw this.failure;
  }
}
