import type { MemberMonthRow } from '@superscope/contracts/member-month';
import type { Edition } from '@superscope/domain/publishing/edition';
import { factored, memberKeys, type MemberKeys, type PublishingSecret } from '@superscope/domain/publishing/record-key';
import { publishingColumns, sharedColumns } from '../analytics-schema/member-edition-table.js';
import { insertRows } from '../clickhouse-rows/insert-rows.js';
import { assertHeld, type Derivable } from '../runtime/deriving/plan-version.js';
import type { DoubleBuffer } from '../runtime/writing/double-buffer.js';
import type { Target } from '../runtime/writing/target.js';

const columns = [...sharedColumns, ...publishingColumns.map(([name]) => name)];

const planMonthColumns = [
  'plan_id',
  'month',
  'edition',
  'version',
  'members',
  'record_key',
  'recorded_by',
  'closed_at',
] as const;

/** Rows of one insert. Nobody reads a row before `plan_month` names its version, so inserts may end anywhere. */
const rowsPerInsert = 40_000;

/**
 * Writes editions of a plan's months: first all their rows, then the rows of `plan_month` that make them visible. What a crash leaves in
 * between is of a version that nobody asks for.
 */
export class EditionPublication {
  private rows: unknown[][] = [];
  private readonly months: unknown[][] = [];
  /** A member's keys are the same in every month. */
  private readonly keys = new Map<string, MemberKeys>();

  constructor(
    private readonly target: Target,
    private readonly inserts: DoubleBuffer,
    private readonly plan: Derivable,
    private readonly secret: PublishingSecret,
  ) {}

  /** `rows` are everybody's of the plan-month (yyyy-MM), of this derivation's version. */
  async add(month: string, { edition, recordedBy, closedAt }: Edition, rows: readonly MemberMonthRow[]): Promise<void> {
    if (this.rows.length + rows.length > rowsPerInsert) await this.flush();
    let key = 0n;
    for (const row of rows) {
      const { recordKey, factorPpm } = this.keysOf(row.member_id);
      key += recordKey;
      const times = (cents: number | null) => (cents === null ? null : factored(cents, factorPpm));
      const values: unknown[] = sharedColumns.map((column) => row[column as keyof MemberMonthRow]);
      values.push(recordKey, times(row.total_assets_owned_cents), times(row.fees_cents));
      values.push(times(row.retirement_income_cents));
      this.rows.push(values);
    }
    const { planId, version } = this.plan;
    const sum = BigInt.asUintN(64, key);
    this.months.push([planId, `${month}-01`, edition, version, rows.length, sum, recordedBy, closedAt]);
  }

  /** Resolves once the editions are visible; answers how many they are. */
  async finish(): Promise<number> {
    if (this.months.length === 0) return 0;
    await this.flush();
    await this.inserts.stored();
    assertHeld(this.plan);
    const { clickhouse } = this.target;
    await insertRows(clickhouse, this.target.table('plan_month'), planMonthColumns, this.months);
    return this.months.length;
  }

  private keysOf(memberId: string): MemberKeys {
    let keys = this.keys.get(memberId);
    if (keys === undefined) this.keys.set(memberId, (keys = memberKeys(this.secret, memberId)));
    return keys;
  }

  /** The engine stores one insert while the rows of the next are derived. */
  private async flush(): Promise<void> {
    const rows = this.rows;
    this.rows = [];
    await this.inserts.begin(() => {
      assertHeld(this.plan);
      return insertRows(this.target.clickhouse, this.target.table('member_edition'), columns, rows);
    });
  }
}
