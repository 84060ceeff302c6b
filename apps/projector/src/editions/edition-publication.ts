import { columnsOf, valuesOf, type RowOf } from '@superscope/contracts/read-models/analytics-table';
import {
  assetEditionTable,
  exitEditionTable,
  memberEditionTable,
  planMonthTable,
} from '@superscope/contracts/read-models/editions';
import { memberSnapshotTable, type MemberMonthRow } from '@superscope/contracts/read-models/member-snapshots';
import type { Edition } from '@superscope/domain/publishing/edition';
import { hasOnePayroll } from '@superscope/domain/publishing/payroll';
import { factored, memberKeys, type MemberKeys, type PublishingSecret } from '@superscope/domain/publishing/record-key';
import { insertRows, RowBlock } from '../clickhouse-rows/insert-rows.js';
import type { Holding } from '../plan-facts/plan-facts.js';
import type { DerivationRun } from '../runtime/deriving/derivation.js';
import { assertHeld } from '../runtime/deriving/plan-version.js';
import type { Target } from '../runtime/writing/target.js';
import { heldByAsset } from './held-by-asset.js';

type EditionRow = RowOf<typeof memberEditionTable>;
/** Columns that an edition's rows have beyond those of live rows. */
type Published = Omit<EditionRow, keyof MemberMonthRow>;

const live: object = memberSnapshotTable.columns;
const shared = columnsOf(memberEditionTable).filter((name) => name in live) as (keyof EditionRow &
  keyof MemberMonthRow)[];
const added = columnsOf(memberEditionTable).filter((name) => !(name in live)) as (keyof Published)[];
const columns = [...shared, ...added];

/** Rows of one insert. No row is read before `plan_month` has its version, so an insert may end at any row. */
const rowsPerInsert = 40_000;

/**
 * Writes editions of a plan's months: first all their rows, then the rows of `plan_month` that make them visible. Rows left by a crash have
 * a version that nothing reads.
 */
export class EditionPublication {
  private block: RowBlock | null = null;
  private readonly exits: unknown[][] = [];
  private readonly assets: unknown[][] = [];
  private readonly months: unknown[][] = [];
  /** A member's keys are the same in every month. */
  private readonly keys = new Map<string, MemberKeys>();

  constructor(
    private readonly target: Target,
    private readonly run: DerivationRun,
    private readonly secret: PublishingSecret,
  ) {}

  /**
   * `rows` are those of all members of the plan-month (yyyy-MM), `exits` those of members who left in it, with this derivation's version;
   * `held` are the members' holdings.
   */
  async add(
    month: string,
    { edition, recordedBy, closedAt, rules, payroll }: Edition,
    { rows, exits }: { rows: readonly MemberMonthRow[]; exits: readonly MemberMonthRow[] },
    held: readonly Holding[],
  ): Promise<void> {
    if ((this.block?.rows ?? 0) + rows.length > rowsPerInsert) await this.flush();
    const { clickhouse } = this.target;
    const table = this.target.table(memberEditionTable.table);
    const block = (this.block ??= await RowBlock.of(clickhouse, table, columns, rows.length));
    let key = 0n;
    const companies = new Set<string>();
    for (const row of rows) {
      if (row.company_id !== '') companies.add(row.company_id);
      key += this.keysOf(row.member_id).recordKey;
      block.add(this.valuesOf(row));
    }
    for (const row of exits) this.exits.push(this.valuesOf(row));
    const of = { plan_id: this.run.planId, month: `${month}-01`, version: this.run.version };
    const members = new Set(rows.map((row) => row.member_id));
    for (const asset of heldByAsset(held, members, (memberId) => this.keysOf(memberId).factorPpm))
      this.assets.push(valuesOf(assetEditionTable, { ...of, ...asset }));
    this.months.push(
      valuesOf(planMonthTable, {
        ...of,
        edition,
        members: rows.length,
        record_key: BigInt.asUintN(64, key),
        recorded_by: recordedBy,
        closed_at: closedAt,
        rules,
        payroll,
        one_payroll: hasOnePayroll(payroll, companies) ? 1 : 0,
      }),
    );
  }

  /** Resolves with the number of editions once they are visible. */
  async finish(): Promise<number> {
    if (this.months.length === 0) return 0;
    await this.flush();
    await this.run.inserts.stored();
    assertHeld(this.run);
    const { clickhouse } = this.target;
    await insertRows(clickhouse, this.target.table(exitEditionTable.table), columns, this.exits);
    const assets = this.target.table(assetEditionTable.table);
    if (this.assets.length > 0) await insertRows(clickhouse, assets, columnsOf(assetEditionTable), this.assets);
    await insertRows(clickhouse, this.target.table(planMonthTable.table), columnsOf(planMonthTable), this.months);
    return this.months.length;
  }

  private valuesOf(row: MemberMonthRow): unknown[] {
    const { recordKey, factorPpm } = this.keysOf(row.member_id);
    const times = (cents: number | null) => (cents === null ? null : factored(cents, factorPpm));
    const published: Published = {
      record_key: recordKey,
      total_assets_owned_factored_cents: times(row.total_assets_owned_cents),
      fees_factored_cents: times(row.fees_cents),
      retirement_income_factored_cents: times(row.retirement_income_cents),
    };
    const values: unknown[] = shared.map((column) => row[column]);
    for (const column of added) values.push(published[column]);
    return values;
  }

  private keysOf(memberId: string): MemberKeys {
    let keys = this.keys.get(memberId);
    if (keys === undefined) this.keys.set(memberId, (keys = memberKeys(this.secret, memberId)));
    return keys;
  }

  /** Starts an insert. The engine stores it while the rows of the next one are derived. */
  private async flush(): Promise<void> {
    const { block } = this;
    this.block = null;
    await this.run.inserts.begin(async () => {
      assertHeld(this.run);
      await block?.insert();
    });
  }
}
