import { columnsOf } from '@superscope/contracts/read-models/analytics-table';
import {
  memberSnapshotTable,
  type memberExitTable,
  type MemberMonthRow,
} from '@superscope/contracts/read-models/member-snapshots';
import { RowBlock } from '../clickhouse-rows/insert-rows.js';
import type { DerivationRun, StaleMonths } from '../runtime/deriving/derivation.js';
import type { Target } from '../runtime/writing/target.js';
import { assertHeld } from '../runtime/deriving/plan-version.js';

const columns = columnsOf(memberSnapshotTable);

/** Rows of one insert. It holds whole plan-months, and a month is in one partition, so each month becomes visible at once. */
const rowsPerPublication = 40_000;
/** Each year is a partition. The engine refuses inserts into more than 100. */
const yearsPerPublication = 100;

/** The live rows of members, or of those who left. Both tables have the same columns. */
type LiveTable = (typeof memberSnapshotTable | typeof memberExitTable)['table'];

/** Collects whole plan-months and writes them, with deletion marks for members who are no longer in a month. */
export class LivePublication {
  private block: RowBlock | null = null;
  private readonly years = new Set<string>();
  private readonly derived = new Set<string>();

  constructor(
    private readonly target: Target,
    private readonly run: DerivationRun,
    private readonly table: LiveTable,
    /** Members who are visible now, by month. */
    private readonly published: ReadonlyMap<string, readonly string[]>,
    /** Last stale month. Rows of later months stay. */
    private readonly lastStale: string,
  ) {}

  async add(month: string, rows: readonly MemberMonthRow[]): Promise<void> {
    const block = await this.openBlock(month, rows.length);
    const present = new Set<string>();
    for (const row of rows) {
      present.add(row.member_id);
      block.add(columns.map((column) => row[column]));
    }
    for (const memberId of this.published.get(month) ?? [])
      if (!present.has(memberId)) this.delete(block, month, memberId);
    this.derived.add(month);
  }

  /** Removes the rows of months without a current import, and writes the rest. */
  async finish(): Promise<void> {
    for (const [month, members] of [...this.published].sort()) {
      if (this.derived.has(month) || month > this.lastStale) continue;
      const block = await this.openBlock(month, members.length);
      for (const memberId of members) this.delete(block, month, memberId);
    }
    await this.flush();
    await this.run.inserts.stored();
  }

  /** The block for a month's rows. */
  private async openBlock(month: string, expectedRows: number): Promise<RowBlock> {
    const year = month.slice(0, 4);
    const isFull = (this.block?.rows ?? 0) + expectedRows > rowsPerPublication;
    if (isFull || (this.years.size === yearsPerPublication && !this.years.has(year))) await this.flush();
    this.years.add(year);
    const { clickhouse } = this.target;
    this.block ??= await RowBlock.of(clickhouse, this.target.table(this.table), columns, expectedRows);
    return this.block;
  }

  private delete(block: RowBlock, month: string, memberId: string): void {
    const row: Record<string, unknown> = {
      plan_id: this.run.planId,
      month: `${month}-01`,
      member_id: memberId,
      version: this.run.version,
      is_deleted: 1,
    };
    // A deletion mark only has its key. The other columns get their type's empty value.
    block.add(columns.map((column) => row[column] ?? emptyValue(memberSnapshotTable.columns[column].type)));
  }

  /** Starts an insert. The engine stores it while the rows of the next one are derived. */
  private async flush(): Promise<void> {
    const { block } = this;
    this.block = null;
    this.years.clear();
    await this.run.inserts.begin(async () => {
      assertHeld(this.run);
      await block?.insert();
    });
  }
}

const emptyValue = (type: string): unknown =>
  type.startsWith('Nullable') ? null : type === 'Date' ? '1970-01-01' : type.includes('String') ? '' : 0;

/** Members who are visible now in a range of months, by month (yyyy-MM). If the stale members are named, only those are returned. */
export async function visibleMembers(
  target: Target,
  table: LiveTable,
  planId: string,
  { members }: Pick<StaleMonths, 'members'>,
  { since, reach }: { since: string; reach: string },
): Promise<Map<string, string[]>> {
  const answer = await target.clickhouse.query({
    query: `SELECT month, groupArray(toString(member_id)) AS ids FROM ${target.table(table)} FINAL
WHERE plan_id = {plan:String} AND month BETWEEN {from:Date} AND {to:Date}${
      members === null ? '' : ' AND member_id IN {members:Array(UUID)}'
    } GROUP BY month`,
    query_params: { plan: planId, members: members ?? [], from: firstDay(since), to: firstDay(reach) },
    format: 'JSONEachRow',
  });
  const rows = await answer.json<{ month: string; ids: string[] }>();
  return new Map(rows.map((row) => [row.month.slice(0, 7), row.ids]));
}

/** ClickHouse's Date covers 1970 to 2149, so open ranges are cut there. */
const firstDay = (month: string): string =>
  `${month < '1970-01' ? '1970-01' : month > '2149-01' ? '2149-01' : month}-01`;
