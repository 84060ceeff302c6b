import { groupBy } from '@superscope/domain/group-by';
import type { ClickHouseClient } from '@clickhouse/client';
import { newestWhole, type PublicationChunk } from '@superscope/contracts/publication-chunks';
import { shiftMonth } from '@superscope/domain/calendar-dates';
import type { BenchmarkRow, SuperParameterRow } from '@superscope/domain/dated-figures/dated-figures';
import { currentImport, foldImports, noImports, type PlanMonthImports } from '@superscope/domain/plan-month-import';
import type { Figures } from '@superscope/domain/scoring/figures';
import { figuresFrom } from '@superscope/domain/scoring/figures-from-rows';
import { growthOfHoldings } from '@superscope/domain/scoring/investment-approach';
import type { Target } from '../runtime/target.js';
import {
  applyActivity,
  applyMemberFact,
  emptyHistory,
  type MemberFactRow,
  type MemberHistory,
} from './member-history.js';
import { snapshotFromValues, snapshotPositionColumns, type SnapshotRawRow } from './snapshot-position.js';

export interface CurrentImport {
  importId: string;
  rows: number;
}

type Content = 'snapshots' | 'assets';

interface AssetChunk extends PublicationChunk {
  dataDate: string;
  rows: { assetCode: string; growthPercent: number | null }[];
}

/** Reads the facts of one plan. Every query is bounded by plan, and by members where only some are asked for. */
export class PlanFacts {
  constructor(
    private readonly target: Target,
    private readonly planId: string,
    private readonly members: readonly string[] | null,
    /** Imports that are known to have all their rows; filled here, kept by the caller for all plans. */
    private readonly whole: Set<string> = new Set(),
  ) {}

  private get clickhouse(): ClickHouseClient {
    return this.target.clickhouse;
  }

  private async rows<Row>(query: string, params: Record<string, unknown> = {}): Promise<Row[]> {
    const result = await this.clickhouse.query({
      query,
      query_params: { plan: this.planId, members: this.members ?? [], ...params },
      format: 'JSONEachRow',
    });
    return result.json<Row>();
  }

  private get memberFilter(): string {
    return this.members === null ? '' : ' AND member_id IN {members:Array(UUID)}';
  }

  /**
   * The import that counts in each month (yyyy-MM), oldest month first: withdrawn ones, those replaced, and those of which rows
   * are missing (a chunk was set aside) are left out.
   */
  async currentImports(content: Content): Promise<Map<string, CurrentImport>> {
    return (await this.imports(content)).current;
  }

  /** The same, and whether there ever was an import: without one nothing can have been published. */
  async imports(content: Content): Promise<{ current: Map<string, CurrentImport>; ever: boolean }> {
    const steps = await this.rows<{ month: string; step: string; import_id: string; rows: number; digest: string }>(
      `SELECT month, step, import_id, rows, digest FROM ${this.target.table('plan_month_import')} FINAL
WHERE plan_id = {plan:String} AND content = {content:String} ORDER BY month, revision`,
      { content },
    );
    const byMonth = new Map<string, PlanMonthImports>();
    for (const { month, step, import_id: importId, rows, digest } of steps) {
      const key = month.slice(0, 7);
      const data = { importId, rows: Number(rows), digest };
      const type = step === 'withdrawn' ? 'withdrawn' : 'completed';
      byMonth.set(key, foldImports(byMonth.get(key) ?? noImports, { type, data }));
    }
    const current = new Map<string, CurrentImport>();
    for (const [month, imports] of byMonth) {
      const found = await this.newestWhole(content, month, imports, byMonth);
      if (found) current.set(month, found);
    }
    return { current, ever: steps.length > 0 };
  }

  private async newestWhole(
    content: Content,
    month: string,
    { completed }: PlanMonthImports,
    all: ReadonlyMap<string, PlanMonthImports>,
  ): Promise<CurrentImport | null> {
    for (const found of completed.toReversed()) {
      if (this.isWhole(content, month, found)) return found;
      // Asked for all months at once: mostly every import is whole, and asked about only once.
      await this.noteWhole(content, new Map([...all, [month, { completed: [found], open: null }]]));
      if (this.isWhole(content, month, found)) return found;
    }
    return null;
  }

  /** Counts the rows of each month's current import that is not known to be whole. */
  private async noteWhole(content: Content, imports: ReadonlyMap<string, PlanMonthImports>): Promise<void> {
    const unknown = [...imports].flatMap(([month, of]): [string, CurrentImport][] => {
      const found = currentImport(of);
      return found === null || this.isWhole(content, month, found) ? [] : [[month, found]];
    });
    const table = this.target.table(content === 'snapshots' ? 'snapshot_raw' : 'assets_owned_raw');
    const counted = await this.rows<{ month: string; import_id: string; n: number }>(
      `SELECT month, import_id, count() AS n FROM ${table} FINAL
WHERE plan_id = {plan:String} AND (month, import_id) IN (${pairs(unknown)}) GROUP BY month, import_id`,
      pairParams(unknown),
    );
    const rows = new Map(counted.map((row) => [`${row.month.slice(0, 7)} ${row.import_id}`, Number(row.n)]));
    for (const [month, of] of unknown)
      if ((rows.get(`${month} ${of.importId}`) ?? 0) >= of.rows) this.whole.add(this.wholeKey(content, month, of));
  }

  private isWhole(content: Content, month: string, of: CurrentImport): boolean {
    return this.whole.has(this.wholeKey(content, month, of));
  }

  /** One file is one import of every plan that it names, and may be whole in one of them only. */
  private wholeKey(content: Content, month: string, { importId }: CurrentImport): string {
    return `${this.planId} ${content} ${month} ${importId}`;
  }

  /** Histories by member of everybody who ever stood in a snapshot of this plan. */
  async histories(): Promise<Map<string, MemberHistory>> {
    // A row that came twice is the same row. Taking one costs a tenth of FINAL, which merges all of a table in which a plan's members
    // stand everywhere.
    const once = 'LIMIT 1 BY member_id, revision';
    const ofPlan = `member_id IN (SELECT DISTINCT member_id FROM ${this.target.table('snapshot_raw')}
WHERE plan_id = {plan:String}${this.memberFilter})`;
    const [facts, activities, contacts] = await Promise.all([
      this.rows<MemberFactRow>(
        `SELECT * EXCEPT (on_date, join_date, exit_date) FROM ${this.target.table('member_fact')}
WHERE ${ofPlan} ORDER BY member_id, revision ${once}`,
      ),
      this.rows<{ member_id: string; event_type: string; effective_date: string; revision: number; valid: number }>(
        `SELECT member_id, event_type, effective_date, revision, valid FROM ${this.target.table('member_event')}
WHERE ${ofPlan} ORDER BY member_id, effective_date, revision ${once}`,
      ),
      this.rows<{ member_id: string; on_date: string; reason: string }>(
        `SELECT member_id, on_date, reason FROM ${this.target.table('contact_request')}
WHERE ${ofPlan} ORDER BY member_id, on_date, revision ${once}`,
      ),
    ]);
    const histories = new Map<string, MemberHistory>();
    const of = (memberId: string) => {
      const known = histories.get(memberId);
      if (known) return known;
      const fresh = emptyHistory();
      histories.set(memberId, fresh);
      return fresh;
    };
    for (const fact of facts) applyMemberFact(of(fact.member_id), fact);
    for (const activity of activities) applyActivity(of(activity.member_id), activity);
    for (const contact of contacts)
      of(contact.member_id).contacts.push({ on: contact.on_date, reason: contact.reason });
    return histories;
  }

  /** Snapshot rows of some months' current imports, by month. */
  async snapshots(months: readonly [month: string, of: CurrentImport][]): Promise<Map<string, SnapshotRawRow[]>> {
    const result = await this.clickhouse.query({
      query: `SELECT ${snapshotPositionColumns.join(', ')} FROM ${this.target.table('snapshot_raw')} FINAL
WHERE plan_id = {plan:String} AND (month, import_id) IN (${pairs(months)})${this.memberFilter}
ORDER BY month, member_id`,
      query_params: { plan: this.planId, members: this.members ?? [], ...pairParams(months) },
      format: 'JSONCompactEachRow',
    });
    const rows = (await result.json<unknown[]>()).map(snapshotFromValues);
    return groupBy(rows, (row) => row.month);
  }

  /** Growth of each member's holdings at a month's end, for those whose snapshot does not say. */
  async holdingsGrowth(
    month: string,
    of: CurrentImport | undefined,
    asAt: string,
  ): Promise<Map<string, number | null>> {
    if (of === undefined) return new Map();
    const holdings = await this.rows<{ member_id: string; asset_code: string; balance_cents: number | string }>(
      `SELECT member_id, asset_code, balance_cents FROM ${this.target.table('assets_owned_raw')} FINAL
WHERE plan_id = {plan:String} AND month = {month:Date} AND import_id = {import:String}${this.memberFilter}`,
      { month: `${month}-01`, import: of.importId },
    );
    const growthOf = await this.assetGrowth(asAt);
    const byMember = groupBy(holdings, (holding) => holding.member_id);
    return new Map(
      [...byMember].map(([memberId, own]) => [
        memberId,
        growthOfHoldings(
          own.map((holding) => ({
            balanceCents: Number(holding.balance_cents),
            growthPercent: growthOf.get(holding.asset_code) ?? null,
          })),
        ),
      ]),
    );
  }

  /** Growth percentages by asset code: the platform's newest data date on or before the day, before the first the first. */
  private async assetGrowth(asAt: string): Promise<Map<string, number>> {
    const plan = await this.target.view('plans').findOne({ _id: this.planId });
    const chunks = await this.target.view('assets').find({ platformId: plan?.['platformId'] }).toArray();
    const byDate = groupBy(chunks as unknown as AssetChunk[], (chunk) => chunk.dataDate);
    const publications = [...byDate]
      .map(([date, ofDate]) => ({ date, whole: newestWhole(ofDate) }))
      .filter(({ whole }) => whole.length > 0)
      .sort((a, b) => (a.date < b.date ? -1 : 1));
    const inForce = publications.findLast(({ date }) => date <= asAt) ?? publications[0];
    const rows = inForce?.whole.flatMap((chunk) => chunk.rows) ?? [];
    return new Map(rows.filter((row) => row.growthPercent !== null).map((row) => [row.assetCode, row.growthPercent!]));
  }

  /** Members by month (yyyy-MM) that are visible now, in a range of months. */
  async published(fromMonth: string, toMonth: string): Promise<Map<string, string[]>> {
    const rows = await this.rows<{ month: string; ids: string[] }>(
      `SELECT month, groupArray(toString(member_id)) AS ids FROM ${this.target.table('member_snapshot')} FINAL
WHERE plan_id = {plan:String} AND month BETWEEN {from:Date} AND {to:Date}${this.memberFilter} GROUP BY month`,
      { from: firstDay(fromMonth), to: firstDay(toMonth) },
    );
    return new Map(rows.map((row) => [row.month.slice(0, 7), row.ids]));
  }
}

/** ClickHouse's Date ends in 2149 and starts in 1970; open ranges are cut there. */
const firstDay = (month: string): string =>
  `${month < '1970-01' ? '1970-01' : month > '2149-01' ? '2149-01' : month}-01`;

const pairs = (months: readonly unknown[]) => months.map((_, i) => `({m${i}:Date}, {i${i}:String})`).join(', ');

const pairParams = (months: readonly [string, CurrentImport][]): Record<string, string> =>
  Object.fromEntries(
    months.flatMap(([month, of], i) => [
      [`m${i}`, `${month}-01`],
      [`i${i}`, of.importId],
    ]),
  );

/** Groups months so that one query answers about this many rows. */
export function inReads(months: readonly [string, CurrentImport][], rowsPerRead = 40_000): [string, CurrentImport][][] {
  const reads: [string, CurrentImport][][] = [];
  let rows = Infinity;
  for (const month of months) {
    if (rows + month[1].rows > rowsPerRead) {
      reads.push([]);
      rows = 0;
    }
    reads.at(-1)!.push(month);
    rows += month[1].rows;
  }
  return reads;
}

/** Months before the first one to derive that its trailing sums need. */
export const trailingMonths = 11;
export const trailingFrom = (month: string): string => shiftMonth(month, -trailingMonths);

/** The figures in force, kept until one of them changes: scoring caches tables on them. */
export class FiguresReader {
  private last: { key: string; figures: Figures } | null = null;

  constructor(private readonly target: Target) {}

  async read(): Promise<Figures> {
    const documents = await this.target.view('figures').find({}).sort({ _id: 1 }).toArray();
    const key = documents.map((d) => `${d._id}=${d['value'] ?? d['amountCents']}`).join('\n');
    if (this.last?.key === key) return this.last.figures;
    const { figures } = figuresFrom({
      benchmarks: documents.filter((d) => 'kind' in d) as unknown as BenchmarkRow[],
      superParameters: documents.filter((d) => !('kind' in d)) as unknown as SuperParameterRow[],
    });
    this.last = { key, figures };
    return figures;
  }
}
