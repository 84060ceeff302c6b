import { groupBy } from '@superscope/domain/group-by';
import { publishedTables, type Publication } from '@superscope/contracts/publications';
import type { DocumentOf } from '@superscope/contracts/read-models/document-view';
import { plansView } from '@superscope/contracts/read-models/fund';
import { assetPublicationsView } from '@superscope/contracts/read-models/publications';
import { inForceOn } from '@superscope/domain/in-force';
import type { CountedBy } from '@superscope/domain/member/membership-dates';
import type { assetFields, PublishedRow } from '@superscope/domain/published-table/published-rows';
import { growthOfHoldings } from '@superscope/domain/scoring/investment-approach';
import type { Target } from '../runtime/writing/target.js';
import { MemberHistories } from './member-histories.js';
import type { ActivityRow, MemberFactRow } from './member-history.js';
import { pairParams, pairs, type CurrentImport, type MonthImport } from './plan-imports.js';
import { snapshotFromValues, snapshotPositionColumns, type StoredSnapshot } from './snapshot-position.js';

type StoredAssets = DocumentOf<typeof assetPublicationsView>;
type AssetPublication = Publication<PublishedRow<typeof assetFields>>;

export interface Holding {
  memberId: string;
  assetCode: string;
  balanceCents: number;
}

/** Growth in percent by member; null if it cannot be calculated. */
export type HoldingsGrowth = ReadonlyMap<string, number | null>;

export const noGrowth: HoldingsGrowth = new Map();

/**
 * Reads the facts of one plan, each fact only once. Every query is limited to the plan, and to members if only some are requested.
 * `recordedBy` leaves out facts recorded after a moment; null leaves out nothing.
 */
export class PlanFacts {
  private assets: Promise<StoredAssets[]> | null = null;
  private plan: Promise<DocumentOf<typeof plansView> | null> | null = null;
  private readonly growth = new Map<string, Promise<HoldingsGrowth>>();

  constructor(
    private readonly target: Target,
    private readonly planId: string,
    private readonly members: readonly string[] | null,
  ) {}

  private async rows<Row>(query: string, params: Record<string, unknown> = {}): Promise<Row[]> {
    const result = await this.target.clickhouse.query({
      query,
      query_params: { plan: this.planId, members: this.members ?? [], ...params },
      format: 'JSONEachRow',
    });
    return result.json<Row>();
  }

  private get memberFilter(): string {
    return this.members === null ? '' : ' AND member_id IN {members:Array(UUID)}';
  }

  /** Histories of all members who were ever in a snapshot of this plan. */
  async histories(): Promise<MemberHistories> {
    // Duplicate rows are equal. Taking one of them costs a tenth of FINAL, which merges a whole table, because a plan's members are spread
    // over all of it.
    const once = 'LIMIT 1 BY member_id, revision';
    const ofPlan = `member_id IN (SELECT DISTINCT member_id FROM ${this.target.table('snapshot_raw')}
WHERE plan_id = {plan:String}${this.memberFilter})`;
    const [facts, activities] = await Promise.all([
      this.rows<MemberFactRow>(
        `SELECT * FROM ${this.target.table('member_fact')}
WHERE ${ofPlan} ORDER BY member_id, revision ${once}`,
      ),
      this.rows<ActivityRow>(
        `SELECT member_id, event_type, effective_date, revision, valid, reason, event_id, recorded_at FROM ${this.target.table('member_event')}
WHERE ${ofPlan} ORDER BY member_id, effective_date, revision ${once}`,
      ),
    ]);
    return new MemberHistories(facts, activities);
  }

  /** Members by month, of those months' imports. */
  async membersIn(months: readonly MonthImport[]): Promise<Map<string, string[]>> {
    if (months.length === 0) return new Map();
    const rows = await this.rows<{ month: string; ids: string[] }>(
      `SELECT month, groupUniqArray(toString(member_id)) AS ids FROM ${this.target.table('snapshot_raw')}
WHERE plan_id = {plan:String} AND (month, import_id) IN (${pairs(months)}) GROUP BY month`,
      pairParams(months),
    );
    return new Map(rows.map(({ month, ids }) => [month.slice(0, 7), ids]));
  }

  /**
   * Histories of the members of some months' imports, as recorded by a moment, without their activities: enough to tell in which months a
   * member counts.
   */
  async memberships(months: readonly MonthImport[], recordedBy: string): Promise<MemberHistories> {
    if (months.length === 0) return new MemberHistories([], []);
    const facts = await this.rows<MemberFactRow>(
      `SELECT * FROM ${this.target.table('member_fact')}
WHERE recorded_at <= {moment:String} AND member_id IN (SELECT member_id FROM ${this.target.table('snapshot_raw')}
  WHERE plan_id = {plan:String} AND (month, import_id) IN (${pairs(months)}))
ORDER BY member_id, revision LIMIT 1 BY member_id, revision`,
      { moment: recordedBy, ...pairParams(months) },
    );
    return new MemberHistories(facts, []);
  }

  /** How the plan's members were counted by what was recorded by a moment. */
  async countedBy(recordedBy: string | null): Promise<CountedBy> {
    const plan = await this.planNow();
    // Not registered yet. Its registration makes all its months stale.
    if (plan === null) return 'dates';
    const since = plan.countsByDatesSince ?? null;
    return since !== null && (recordedBy === null || since <= recordedBy) ? 'dates' : 'files';
  }

  /** Snapshot rows of some months' imports, by month. */
  async snapshots(months: readonly [month: string, of: CurrentImport][]): Promise<Map<string, StoredSnapshot[]>> {
    const result = await this.target.clickhouse.query({
      query: `SELECT ${snapshotPositionColumns.join(', ')} FROM ${this.target.table('snapshot_raw')} FINAL
WHERE plan_id = {plan:String} AND (month, import_id) IN (${pairs(months)})${this.memberFilter}
ORDER BY month, member_id`,
      query_params: { plan: this.planId, members: this.members ?? [], ...pairParams(months) },
      format: 'JSONCompactEachRow',
    });
    const rows = (await result.json<unknown[]>()).map(snapshotFromValues);
    return groupBy(rows, (row) => row.month);
  }

  /**
   * Growth of each member's holdings at a month's end (`asAt`). For the same import and growth percentages it returns the same map.
   */
  async holdingsGrowth(
    month: string,
    of: CurrentImport | undefined,
    asAt: string,
    recordedBy: string | null,
  ): Promise<HoldingsGrowth> {
    if (of === undefined) return noGrowth;
    const inForce = await this.assetGrowth(asAt, recordedBy);
    const key = `${month} ${of.importId} ${inForce?.importId ?? ''} ${inForce?.validFrom ?? ''}`;
    const known = this.growth.get(key) ?? this.growthOf(month, of, inForce);
    this.growth.set(key, known);
    return known;
  }

  /** An import's holdings of the members at a month's end. */
  async holdings(month: string, { importId }: CurrentImport): Promise<Holding[]> {
    const rows = await this.rows<{ member_id: string; asset_code: string; balance_cents: number | string }>(
      `SELECT member_id, asset_code, balance_cents FROM ${this.target.table('assets_owned_raw')} FINAL
WHERE plan_id = {plan:String} AND month = {month:Date} AND import_id = {import:String}${this.memberFilter}`,
      { month: `${month}-01`, import: importId },
    );
    return rows.map(({ member_id: memberId, asset_code: assetCode, balance_cents: cents }) => ({
      memberId,
      assetCode,
      balanceCents: Number(cents),
    }));
  }

  private async growthOf(month: string, of: CurrentImport, inForce: AssetPublication | null): Promise<HoldingsGrowth> {
    const holdings = await this.holdings(month, of);
    const growthOf = new Map(
      (inForce?.rows ?? []).flatMap(({ assetCode, growthPercent }) =>
        growthPercent === null ? [] : [[assetCode, Number(growthPercent)] as const],
      ),
    );
    const byMember = groupBy(holdings, ({ memberId }) => memberId);
    return new Map(
      [...byMember].map(([memberId, own]) => [
        memberId,
        growthOfHoldings(
          own.map(({ balanceCents, assetCode }) => ({
            balanceCents,
            growthPercent: growthOf.get(assetCode) ?? null,
          })),
        ),
      ]),
    );
  }

  /**
   * Growth percentages in force: those of the platform's newest data date on or before the day; before the first data date, those of the
   * first.
   */
  private async assetGrowth(asAt: string, recordedBy: string | null): Promise<AssetPublication | null> {
    return inForceOn(publishedTables(await (this.assets ??= this.assetPublications()), recordedBy), asAt);
  }

  private planNow(): Promise<DocumentOf<typeof plansView> | null> {
    return (this.plan ??= this.target.of(plansView).findOne({ _id: this.planId }));
  }

  private async assetPublications(): Promise<StoredAssets[]> {
    const plan = await this.planNow();
    return plan === null ? [] : this.target.of(assetPublicationsView).find({ ownerId: plan.platformId }).toArray();
  }
}
