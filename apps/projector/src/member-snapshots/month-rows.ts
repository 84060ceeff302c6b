import type { MemberMonthRow } from '@superscope/contracts/read-models/member-snapshots';
import { isQuarterEnd, monthEnd } from '@superscope/domain/calendar-dates';
import type { Figures } from '@superscope/domain/scoring/figures';
import { leavesIn, type CountedBy } from '@superscope/domain/member/membership-dates';
import { countsInMonth } from './counts-in-month.js';
import { deriveMemberMonth } from './derive-member-month.js';
import type { RecordedFigures } from './figures-reader.js';
import type { MemberHistories } from '../plan-facts/member-histories.js';
import { datesOf, hasMoved, type MemberHistory } from '../plan-facts/member-history.js';
import { noGrowth, type Holding, type HoldingsGrowth, type PlanFacts } from '../plan-facts/plan-facts.js';
import type { PlanImports } from '../plan-facts/plan-imports.js';
import type { StoredSnapshot, SnapshotWindow } from '../plan-facts/snapshot-position.js';
import type { DerivationRun } from '../runtime/deriving/derivation.js';

/** The rows of a plan-month's members in the order of its snapshots, and the inputs that all of them share. */
export interface MonthRows {
  rows: MemberMonthRow[];
  /** Rows of those who left in the month and so do not count in it. */
  exits: MemberMonthRow[];
  figures: Figures;
  growth: HoldingsGrowth;
  countedBy: CountedBy;
}

/** The facts from which a plan-month is derived. */
export interface MonthFacts {
  /** yyyy-MM. It is later than the snapshots' month if they are carried forward. */
  month: string;
  snapshots: readonly StoredSnapshot[];
  /** Snapshots of the month before, from which those who left are known if the month's own file lacks them. */
  before: readonly StoredSnapshot[];
  years: SnapshotWindow;
  /** Facts recorded after this moment do not count; null if all count. */
  recordedBy: string | null;
}

/** Derives the rows of a plan's months as recorded by any moment, both live rows and editions. */
export class MonthDerivation {
  constructor(
    private readonly run: DerivationRun,
    private readonly facts: PlanFacts,
    private readonly histories: MemberHistories,
    private readonly figures: RecordedFigures,
    private readonly holdings: PlanImports,
  ) {}

  /**
   * `live` holds rows of the same snapshots that count everything recorded. They are reused for members whose facts were the same
   * at that moment.
   */
  async rowsOf(of: MonthFacts, live: MonthRows | null = null): Promise<MonthRows> {
    const { month, snapshots, before, recordedBy } = of;
    const figures = this.figures.at(recordedBy);
    const growth = await this.growthOf(snapshots, recordedBy);
    const countedBy = await this.facts.countedBy(recordedBy);
    const inputs = { figures, growth, countedBy };
    const isAlike = live?.figures === figures && live.growth === growth && live.countedBy === countedBy;
    const alike = isAlike ? new Map(live.rows.map((row) => [row.member_id, row])) : null;
    const rows: MemberMonthRow[] = [];
    const exits: MemberMonthRow[] = [];
    for (const snapshot of snapshots) {
      const history = this.histories.at(snapshot.memberId, recordedBy);
      if (countsInMonth({ planId: this.run.planId, month, countedBy }, snapshot.month, history)) {
        const reused =
          history === this.histories.at(snapshot.memberId, null) ? alike?.get(snapshot.memberId) : undefined;
        rows.push(reused ?? this.row(snapshot, history, of, inputs));
      } else if (this.leaves(snapshot, history, month, countedBy)) exits.push(this.row(snapshot, history, of, inputs));
    }
    const known = new Set(snapshots.map(({ memberId }) => memberId));
    const gone = before
      .map((snapshot) => ({ snapshot, history: this.histories.at(snapshot.memberId, recordedBy) }))
      .filter(
        ({ snapshot, history }) => !known.has(snapshot.memberId) && this.leaves(snapshot, history, month, countedBy),
      );
    if (gone.length > 0) {
      const growthBefore = await this.growthOf(before, recordedBy);
      for (const { snapshot, history } of gone)
        exits.push(this.row(snapshot, history, of, { figures, growth: growthBefore, countedBy }));
    }
    return { rows, exits, ...inputs };
  }

  private row(
    snapshot: StoredSnapshot,
    history: MemberHistory,
    { month, years }: MonthFacts,
    { figures, growth, countedBy }: Pick<MonthRows, 'figures' | 'growth' | 'countedBy'>,
  ): MemberMonthRow {
    const { planId, version } = this.run;
    const { memberId } = snapshot;
    const { joinDate } = datesOf(history);
    const all = years.of(memberId);
    // A snapshot of a month before the member joined counts nowhere.
    const early = countedBy === 'dates' && joinDate !== null && all.length > 0 && joinDate > monthEnd(all[0]!.month);
    const year = early ? all.filter((of) => joinDate <= monthEnd(of.month)) : all;
    const holdingsGrowthPercent = growth.get(memberId) ?? null;
    const of = { planId, month, snapshot, history, year, holdingsGrowthPercent, countedBy };
    return deriveMemberMonth(of, figures, version);
  }

  private leaves(snapshot: StoredSnapshot, history: MemberHistory, month: string, countedBy: CountedBy): boolean {
    if (countedBy === 'files' || !leavesIn(datesOf(history), month)) return false;
    // Who moved to another plan before leaving left that one.
    return snapshot.month === month || !hasMoved(history, this.run.planId, `${month}-01`);
  }

  /**
   * All members' holdings as recorded by a moment. They are published for quarter ends only, so the result is empty for other months.
   */
  async holdingsOf(month: string, recordedBy: string): Promise<Holding[]> {
    const found = isQuarterEnd(month) ? (await this.holdings.current(recordedBy)).get(month) : undefined;
    return found === undefined ? [] : this.facts.holdings(month, found);
  }

  private async growthOf(snapshots: readonly StoredSnapshot[], recordedBy: string | null): Promise<HoldingsGrowth> {
    const month = snapshots.find((snapshot) => snapshot.growthExposurePercent === null)?.month;
    if (month === undefined) return noGrowth;
    const holdings = (await this.holdings.current(recordedBy)).get(month);
    return this.facts.holdingsGrowth(month, holdings, monthEnd(month), recordedBy);
  }
}
