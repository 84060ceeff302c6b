import { memberSnapshotColumns } from '../analytics-schema/member-snapshot-table.js';
import { insertRows } from '../clickhouse-rows/insert-rows.js';
import type { DoubleBuffer } from '../runtime/writing/double-buffer.js';
import type { Target } from '../runtime/writing/target.js';
import { assertHeld, type Derivable } from '../runtime/deriving/plan-version.js';

const columns = memberSnapshotColumns.map(([name]) => name);

/** Rows of one insert. Whole plan-months only, and of one year, which is one partition: each becomes visible at once. */
const rowsPerPublication = 40_000;

/** Collects whole plan-months and writes them, with deleted-rows for members that are no longer in one. */
export class LivePublication {
  private rows: unknown[][] = [];
  private year = '';
  private readonly derived = new Set<string>();

  constructor(
    private readonly target: Target,
    private readonly inserts: DoubleBuffer,
    private readonly plan: Derivable,
    /** Members by month that are visible now. */
    private readonly published: ReadonlyMap<string, readonly string[]>,
    /** What is visible after it stays. */
    private readonly lastStale: string,
  ) {}

  async add(month: string, rows: readonly object[]): Promise<void> {
    const year = month.slice(0, 4);
    if (year !== this.year || this.rows.length + rows.length > rowsPerPublication) await this.flush();
    this.year = year;
    const present = new Set<string>();
    for (const row of rows as readonly Record<string, unknown>[]) {
      present.add(row['member_id'] as string);
      this.rows.push(columns.map((column) => row[column]));
    }
    for (const memberId of this.published.get(month) ?? []) if (!present.has(memberId)) this.delete(month, memberId);
    this.derived.add(month);
  }

  /** Takes out what stands in months that have no current import any more, and writes the rest. */
  async finish(): Promise<void> {
    for (const [month, members] of [...this.published].sort()) {
      if (this.derived.has(month) || month > this.lastStale) continue;
      if (month.slice(0, 4) !== this.year) await this.flush();
      this.year = month.slice(0, 4);
      for (const memberId of members) this.delete(month, memberId);
    }
    await this.flush();
    await this.inserts.stored();
  }

  private delete(month: string, memberId: string): void {
    const row: Record<string, unknown> = {
      plan_id: this.plan.planId,
      month: `${month}-01`,
      member_id: memberId,
      version: this.plan.version,
      is_deleted: 1,
    };
    // A deleted row only has its key; the other columns take their type's empty value.
    this.rows.push(memberSnapshotColumns.map(([column, type]) => row[column] ?? emptyValue(type)));
  }

  /** The engine stores one insert while the rows of the next are derived. */
  private async flush(): Promise<void> {
    const rows = this.rows;
    this.rows = [];
    await this.inserts.begin(() => {
      assertHeld(this.plan);
      return insertRows(this.target.clickhouse, this.target.table('member_snapshot'), columns, rows);
    });
  }
}

const emptyValue = (type: string): unknown =>
  type.startsWith('Nullable') ? null : type === 'Date' ? '1970-01-01' : type.includes('String') ? '' : 0;
