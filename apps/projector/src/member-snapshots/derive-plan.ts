import { monthEnd, shiftMonth } from '@superscope/domain/calendar-dates';
import { beforeAll, encodePosition } from '@superscope/event-store/position';
import { memberSnapshotColumns } from '../analytics-schema/member-snapshot-table.js';
import { insertRows } from '../clickhouse-rows/insert-rows.js';
import { OneAhead } from '../runtime/one-ahead.js';
import { allMonths } from '../runtime/projection.js';
import type { Target } from '../runtime/target.js';
import { deriveMemberMonth } from './derive-member-month.js';
import { emptyHistory, stillIn } from './member-history.js';
import { FiguresReader, inReads, PlanFacts, trailingFrom, type CurrentImport } from './plan-facts.js';
import { PlanVersion } from './plan-version.js';
import { SnapshotWindow, type SnapshotRawRow } from './snapshot-position.js';

/** Months of one plan to derive again, all members or some. */
export interface StalePlan {
  planId: string;
  fromMonth: string;
  toMonth: string;
  members: readonly string[] | null;
}

/** `mayPublish` says whether the plan is still this process's to derive. Throws Superseded where it is not any more. */
export type Derive = (stale: StalePlan, mayPublish?: () => boolean) => Promise<void>;

/** Another process derives the plan by now. */
export class Superseded extends Error {
  constructor(planId: string) {
    super(`Plan ${planId} is derived by another process.`);
    this.name = 'Superseded';
  }
}

const columns = memberSnapshotColumns.map(([name]) => name);

/** Rows of one insert. Whole plan-months only, and of one year, which is one partition: each becomes visible at once. */
const rowsPerPublication = 40_000;

/** Derives plan-months from the facts and publishes them: the derived layer of `member_snapshot`. */
export function deriveInto(target: Target): Derive {
  const figuresReader = new FiguresReader(target);
  const whole = new Set<string>();
  const derive = async (
    asked: StalePlan,
    version: PlanVersion,
    inserts: OneAhead,
    mayPublish: () => boolean,
  ): Promise<void> => {
    const { current: own, ever } = await new PlanFacts(target, asked.planId, null, whole).imports('snapshots');
    if (!ever) return;
    const carried = await carriedMonths(target, asked.planId, own);
    const stale = await wholeWhereNeeded(target, asked, own, carried);
    const facts = new PlanFacts(target, stale.planId, stale.members, whole);
    const months = [...own.keys(), ...carried].filter((month) => month >= stale.fromMonth && month <= stale.toMonth);
    // A change of the newest snapshot reaches the months that carry it forward, however far they are.
    const newest = [...own.keys()].at(-1);
    const due = new Set(months);
    if (newest !== undefined && newest <= stale.toMonth) for (const month of carried) due.add(month);
    const reach = [...due].sort().at(-1) ?? stale.toMonth;
    // Without a snapshot before it, whatever stands later was carried forward from one that is gone.
    const lastStale = newest === undefined || newest < stale.fromMonth ? allMonths.toMonth : stale.toMonth;
    // Months between two snapshots were carried forward until the later one came; now nothing stands there.
    const older = [...own.keys()].filter((month) => month < stale.fromMonth).at(-1);
    const since = older === undefined ? stale.fromMonth : shiftMonth(older, 1);
    const published = await facts.published(since, reach > lastStale ? reach : lastStale);
    const publication = new Publication(
      target,
      inserts,
      stale.planId,
      String(version),
      published,
      lastStale,
      mayPublish,
    );
    if (due.size > 0 && newest !== undefined) {
      const figures = await figuresReader.read();
      const histories = await facts.histories();
      const holdings = await facts.currentImports('assets');
      const first = [...due].sort()[0]!;
      const start = trailingFrom(first < newest ? first : newest);
      const window = new SnapshotWindow();
      const stillThere = (month: string) => (row: SnapshotRawRow) =>
        stillIn(histories.get(row.member_id) ?? emptyHistory(), stale.planId, `${month}-01`);
      const deriveMonth = async (month: string, snapshots: readonly SnapshotRawRow[]) => {
        const of = snapshots[0]?.month;
        const lacking = snapshots.some((s) => s.growth_exposure_percent === null);
        const growth =
          lacking && of !== undefined
            ? await facts.holdingsGrowth(of, holdings.get(of), monthEnd(of))
            : new Map<string, number | null>();
        await publication.add(
          month,
          snapshots.map((snapshot) =>
            deriveMemberMonth(
              {
                planId: stale.planId,
                month,
                snapshot,
                history: histories.get(snapshot.member_id) ?? emptyHistory(),
                year: window.of(snapshot.member_id),
                holdingsGrowthPercent: growth.get(snapshot.member_id) ?? null,
              },
              figures,
              publication.version,
            ),
          ),
        );
      };
      const needed = [...own].filter(([month]) => month >= start && (month <= reach || month === newest));
      const reads = inReads(needed);
      const ahead = (at: number) => {
        const reading = reads[at] === undefined ? null : facts.snapshots(reads[at]);
        // Awaited when its turn comes; until then a failure is nobody's surprise.
        reading?.catch(() => undefined);
        return reading;
      };
      let next = ahead(0);
      for (const [i, read] of reads.entries()) {
        const snapshots = (await next)!;
        next = ahead(i + 1);
        for (const [month] of read) {
          const rows = snapshots.get(month) ?? [];
          for (const row of rows) window.add(row);
          if (due.has(month)) await deriveMonth(month, rows);
          if (month === newest)
            for (const later of carried) if (due.has(later)) await deriveMonth(later, rows.filter(stillThere(later)));
        }
      }
    }
    await publication.finish();
    if (stale.members === null) await version.note(await monthsShown(target, stale, own, carried, due));
  };
  return async (asked, mayPublish = () => true) => {
    // Before anything is read: a derivation with a higher version knows no less.
    const version = await PlanVersion.take(target, asked.planId);
    const inserts = new OneAhead();
    try {
      await derive(asked, version, inserts, mayPublish);
    } finally {
      // Also after a failure: whoever derives next must find all rows of this derivation, or none of them to come.
      await inserts.settled();
      // Whoever derives meanwhile may have looked for what to take out before all rows of this derivation were there.
      if (!(await version.isNewest())) await markStale(target, asked.planId, version);
    }
  };
}

/** What a month shows: its own import, or for a month carried forward that of the newest snapshot. */
const sourceOf = (month: string, own: ReadonlyMap<string, CurrentImport>): string => {
  const from = own.has(month) ? month : [...own.keys()].at(-1)!;
  return `${from}/${own.get(from)!.importId}`;
};

/**
 * Only some members of a month may be derived where everybody else's rows are of the same import already. Otherwise the month
 * would show a few members, or members of two imports, until everybody is derived: so everybody is, at once.
 */
async function wholeWhereNeeded(
  target: Target,
  stale: StalePlan,
  own: ReadonlyMap<string, CurrentImport>,
  carried: readonly string[],
): Promise<StalePlan> {
  if (stale.members === null) return stale;
  const derived = (await target.derived().findOne({ _id: stale.planId }))?.months ?? {};
  const shown = [...own.keys(), ...carried].every((month) => derived[month] === sourceOf(month, own));
  return shown ? stale : { ...stale, members: null };
}

async function monthsShown(
  target: Target,
  stale: StalePlan,
  own: ReadonlyMap<string, CurrentImport>,
  carried: readonly string[],
  due: ReadonlySet<string>,
): Promise<Record<string, string>> {
  const known = (await target.derived().findOne({ _id: stale.planId }))?.months ?? {};
  const months: Record<string, string> = {};
  for (const month of [...own.keys(), ...carried])
    if (due.has(month)) months[month] = sourceOf(month, own);
    else if (known[month] !== undefined) months[month] = known[month];
  return months;
}

/** Has everything of a plan derived once more. */
async function markStale(target: Target, planId: string, version: PlanVersion): Promise<void> {
  const position = encodePosition(beforeAll);
  const again = { planId, ...allMonths, members: null, since: position, position };
  await target.dirty().replaceOne({ _id: `${planId}@superseded ${version}` }, again, { upsert: true });
}

/** Months that the calendar opened after the plan's newest snapshot; none once the plan has closed. */
async function carriedMonths(target: Target, planId: string, own: Map<string, CurrentImport>): Promise<string[]> {
  const newest = [...own.keys()].at(-1);
  if (newest === undefined) return [];
  const [opened, plan] = await Promise.all([
    target
      .view('calendar')
      .find({ _id: { $gt: newest } })
      .sort({ _id: 1 })
      .toArray(),
    target.view('plans').findOne({ _id: planId }),
  ]);
  const closedOn = (plan?.['closedOn'] as string | null | undefined) ?? null;
  return opened.map((month) => month._id).filter((month) => closedOn === null || `${month}-01` < closedOn);
}

/** Collects whole plan-months and writes them, with deleted-rows for members that are no longer in one. */
class Publication {
  private rows: unknown[][] = [];
  private year = '';
  private readonly derived = new Set<string>();

  constructor(
    private readonly target: Target,
    private readonly inserts: OneAhead,
    private readonly planId: string,
    readonly version: string,
    private readonly published: ReadonlyMap<string, readonly string[]>,
    private readonly lastStale: string,
    private readonly mayPublish: () => boolean,
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
      plan_id: this.planId,
      month: `${month}-01`,
      member_id: memberId,
      version: this.version,
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
      if (!this.mayPublish()) throw new Superseded(this.planId);
      return insertRows(this.target.clickhouse, this.target.table('member_snapshot'), columns, rows);
    });
  }
}

const emptyValue = (type: string): unknown =>
  type.startsWith('Nullable') ? null : type === 'Date' ? '1970-01-01' : type.includes('String') ? '' : 0;
