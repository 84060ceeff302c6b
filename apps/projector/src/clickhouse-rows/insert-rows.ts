import { Readable } from 'node:stream';
import type { ClickHouseClient } from '@clickhouse/client';
import { RowBinary } from './row-binary.js';

/** A value that its column cannot hold. The message names the column and what it accepts, but never the value. */
export class ColumnRefusal extends TypeError {
  constructor(
    readonly column: string,
    readonly expected: string,
  ) {
    super(`Column ${column}: ${expected}`);
    this.name = 'ColumnRefusal';
  }
}

/** Column types of tables that were written to, by client. A table does not change while the process runs. */
const known = new WeakMap<ClickHouseClient, Map<string, ReadonlyMap<string, string>>>();

async function columnTypes(clickhouse: ClickHouseClient, table: string): Promise<ReadonlyMap<string, string>> {
  const tables = known.get(clickhouse) ?? new Map<string, ReadonlyMap<string, string>>();
  known.set(clickhouse, tables);
  const types = tables.get(table);
  if (types !== undefined) return types;
  const answer = await clickhouse.query({
    query: 'SELECT name, type FROM system.columns WHERE database = currentDatabase() AND table = {table:String}',
    query_params: { table },
    format: 'JSONEachRow',
  });
  const found = new Map((await answer.json<{ name: string; type: string }>()).map(({ name, type }) => [name, type]));
  if (found.size > 0) tables.set(table, found);
  return found;
}

/**
 * The engine stores an insert in blocks, by default of a million rows or 256 MB, and each block becomes visible separately. So the whole
 * insert must fit into one block.
 */
const wholeInsert = {
  max_insert_block_size: '100000000',
  min_insert_block_size_rows: '100000000',
  min_insert_block_size_bytes: '0',
};

/**
 * A part smaller than this is read whole, so its skip indexes are built when it is merged into a larger one. Building those of
 * `recorded_event` takes a fifth of the time of a small insert (docs/decisions/0024-event-history.md).
 */
const rowsWorthIndexing = 5_000;

/**
 * Rows of one insert, encoded as they are added. Held as values until the insert, a large block of them would be copied by the garbage
 * collector again and again.
 */
export class RowBlock {
  private added = 0;

  private constructor(
    private readonly clickhouse: ClickHouseClient,
    private readonly table: string,
    readonly columns: readonly string[],
    private readonly encoded: RowBinary,
  ) {}

  /** An empty block for a table's columns. `expectedRows` is a guess of its size. */
  static async of(
    clickhouse: ClickHouseClient,
    table: string,
    columns: readonly string[],
    expectedRows: number,
  ): Promise<RowBlock> {
    const types = await columnTypes(clickhouse, table);
    const encoded = new RowBinary(
      columns.map((column) => {
        const type = types.get(column);
        if (type === undefined) throw new TypeError(`Table ${table} has no column ${column}.`);
        return type;
      }),
      expectedRows * columns.length * 6 + 1024,
    );
    return new RowBlock(clickhouse, table, columns, encoded);
  }

  /** Number of rows added so far. */
  get rows(): number {
    return this.added;
  }

  /** Adds one row, with its values in the order of the columns. Throws ColumnRefusal for a value that a column cannot hold. */
  add(values: readonly unknown[]): void {
    this.encoded.add(values, (at, expected) => {
      throw new ColumnRefusal(this.columns[at]!, expected);
    });
    this.added += 1;
  }

  /** Inserts all rows, which become visible at once within a partition. Resolves once the engine has stored them. */
  async insert(): Promise<void> {
    if (this.added === 0) return;
    const { stream } = await this.clickhouse.exec({
      query: `INSERT INTO ${this.table} (${this.columns.join(', ')}) FORMAT RowBinary`,
      values: Readable.from([this.encoded.data], { objectMode: false }),
      clickhouse_settings: {
        ...wholeInsert,
        materialize_skip_indexes_on_insert: this.added < rowsWorthIndexing ? 0 : 1,
      },
    });
    // The response is empty, but its connection is free only once it has been read.
    for await (const _ of stream);
  }
}

/**
 * One insert, which becomes visible at once within a partition. Values are in the order of `columns`. Resolves once the engine has stored
 * the rows. Throws the engine's error, and ColumnRefusal for a value that a column cannot hold.
 */
export async function insertRows(
  clickhouse: ClickHouseClient,
  table: string,
  columns: readonly string[],
  rows: readonly (readonly unknown[])[],
): Promise<void> {
  if (rows.length === 0) return;
  const block = await RowBlock.of(clickhouse, table, columns, rows.length);
  for (const row of rows) block.add(row);
  await block.insert();
}
