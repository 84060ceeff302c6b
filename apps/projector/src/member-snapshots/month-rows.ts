import type { MemberMonthRow } from '@superscope/contracts/read-models/member-snapshots';
import { isQuarterEnd, monthEnd } from '@superscope/domain/calendar-dates';
import type { Figures } from '@superscope/domain/scoring/figures';
import { deriveMemberMonth } from './derive-member-month.js';
import type { RecordedFigures } from './figures-reader.js';
import type { MemberHistories } from '../plan-facts/member-histories.js';
import { noGrowth, type Holding, type HoldingsGrowth, type PlanFacts } from '../plan-facts/plan-facts.js';
import type { PlanImports } from '../plan-facts/plan-imports.js';
import type { StoredSnapshot, SnapshotWindow } from '../plan-facts/snapshot-position.js';
import type { DerivationRun } from '../runtime/deriving/derivation.js';

/** The rows of a plan-month in the order of its snapshots, and the inputs that all of them share. */
export interface MonthRows {
  rows: MemberMonthRow[];
  figures: Figures;
  growth: HoldingsGrowth;
}

/** The facts from which a plan-month is derived. */
export interface MonthFacts {
  /** yyyy-MM. It is later than the snapshots' month if they are carried forward. */
  month: string;
  snapshots: readonly StoredSnapshot[];
  years: SnapshotWindow;
  /** Facts recorded after this moment do not count; null if all count. */
  recordedBy: string | null;
}

/** Derives the rows of a plan's months as recorded by any moment, both live rows and editions. */
export class MonthDerivation {
  constructor(
    private readonly run: DerivationRun,
    private readonly facts: PlanFacts,
    readonly histories: MemberHistories,
    private readonly figures: RecordedFigures,
    private readonly holdings: PlanImports,
  ) {}

  /**
   * `live` holds rows of the same snapshots that count everything recorded. They are reused for members whose facts were the same
   * at that moment.
   */
  async rowsOf({ month, snapshots, years, recordedBy }: MonthFacts, live: MonthRows | null = null): Promise<MonthRows> {
    const figures = this.figures.at(recordedBy);
    const growth = await this.growthOf(snapshots, recordedBy);
    const alike = live?.figures === figures && live.growth === growth ? live.rows : null;
    const { planId, version } = this.run;
    const rows = snapshots.map((snapshot, i) => {
      const memberId = snapshot.memberId;
      const history = this.histories.at(memberId, recordedBy);
      if (alike !== null && history === this.histories.at(memberId, null)) return alike[i]!;
      const year = years.of(memberId);
      const holdingsGrowthPercent = growth.get(memberId) ?? null;
      return deriveMemberMonth({ planId, month, snapshot, history, year, holdingsGrowthPercent }, figures, version);
    });
    return { rows, figures, growth };
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
