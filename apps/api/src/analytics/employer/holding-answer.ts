import type { Cell, Meter } from '@superscope/domain/publishing/cell';
import { margin, scaled, sumOf, total, type Part } from '@superscope/domain/publishing/combine';
import { average, flag, headcount, notAboutMembers } from '@superscope/domain/publishing/publish';
import { isFigure, withheld, type Published } from '@superscope/domain/publishing/published';
import type { PublishingSecret } from '@superscope/domain/publishing/record-key';
import { presenceDollars } from '../model/published-as.js';
import { membersOf } from '../query/normalize-filters.js';
import type { Budget } from './budget.js';
import { wholePlan } from './cells.js';
import type { MonthBucket } from './closed-months.js';
import type { EditionCalendar } from './editions.js';
import { holders } from './holding-question.js';
import type { NamedQuestion } from './named-question.js';
import { groupsOf, nameAmong, type Named } from './named-rows.js';
import type { PublishedRow, RowFigure } from './published-answer.js';

interface Asset extends Named {
  assetCode: string;
}

export const assetOf = ([planId, assetCode, name]: readonly unknown[]): Asset => ({
  planId: String(planId),
  assetCode: String(assetCode),
  name: String(assetCode),
  columns: { plan_id: String(planId), asset_code: String(assetCode), name: String(name) },
});

/** Members who hold some of an asset, and their factored cents. */
interface Held {
  members: number;
  total: number;
  lowest: number;
  highest: number;
}

const nobody: Held = { members: 0, total: 0, lowest: 0, highest: 0 };

/** The published figures of one asset. */
interface HeldFigures {
  all: Published;
  members: Published;
  balance: Published;
}

const unpublished: HeldFigures = { all: withheld('np'), members: withheld('np'), balance: withheld('np') };

/** Holdings by plan, month and asset, each published for the whole plan. Holding an asset is a fact with its own noise label. */
export class HoldingBook {
  private readonly held = new Map<string, Map<string, Held>>();
  private readonly cells = new Map<string, Cell>();
  private readonly meter: Meter = { drawn: 0 };

  constructor(
    rows: readonly (readonly unknown[])[],
    private readonly calendar: EditionCalendar,
    private readonly secret: PublishingSecret,
    private readonly budget: Budget,
  ) {
    for (const [planId, month, assetCode, ...numbers] of rows) {
      const [members = 0, sum = 0, lowest = 0, highest = 0] = numbers.map(Number);
      const id = `${String(planId)} ${String(month).slice(0, 7)}`;
      const assets = this.held.get(id) ?? new Map<string, Held>();
      this.held.set(id, assets.set(String(assetCode), { members, total: sum, lowest, highest }));
    }
  }

  /** Charges the budget for what was drawn since the last call. */
  async pay(): Promise<void> {
    const { drawn } = this.meter;
    this.meter.drawn = 0;
    await this.budget.spend(drawn);
  }

  figures({ planId, assetCode }: Asset, month: string): HeldFigures {
    const id = `${planId} ${month}`;
    const edition = this.calendar.of(planId, month);
    const assets = this.held.get(id);
    // A month without any holdings is a month whose holdings are unknown.
    if (!edition || !assets) return unpublished;
    const n = edition.members;
    const cell = this.cells.get(id) ?? wholePlan(edition, this.secret, this.meter);
    this.cells.set(id, cell);
    const held = assets.get(assetCode) ?? nobody;
    const label = `holds:${assetCode}`;
    const all = headcount(cell);
    const amounts = {
      have: n,
      nonzero: held.members,
      total: held.total,
      lowest: held.members < n ? Math.min(0, held.lowest) : held.lowest,
      highest: held.members < n ? Math.max(0, held.highest) : held.highest,
    };
    const mean = average(cell, all, presenceDollars(`held:${assetCode}`, label, label), amounts);
    return {
      all,
      members: flag(cell, all, label, held.members).count,
      balance: total(
        scaled(mean, (cents) => cents / 100),
        all,
      ),
    };
  }
}

/** Groups assets by the query's dimensions. Balances of several assets in one row are the sum of those that are published. */
export async function holdingRows(
  { query, having }: NamedQuestion,
  assets: readonly Asset[],
  book: HoldingBook,
  buckets: readonly MonthBucket[] | null,
): Promise<PublishedRow[]> {
  const measures = [...new Set([...query.measures, ...having.flatMap(membersOf)])];
  const rows: PublishedRow[] = [];
  for (const { keys, bucket, all } of groupsOf(query, assets, buckets)) {
    const figures = Object.fromEntries(measures.map((name) => [name, figureOf(name, all, book, bucket)]));
    rows.push({ keys, figures });
    await book.pay();
  }
  return rows;
}

function figureOf(measure: string, assets: readonly Asset[], book: HoldingBook, bucket: MonthBucket | null): RowFigure {
  if (assets.length === 0) return { value: notAboutMembers(0), margin: null, leftOut: [] };
  const parts: Part[] = [];
  const margins: number[] = [];
  for (const asset of assets) {
    const { all, members, balance } = bucket === null ? unpublished : book.figures(asset, bucket.stock);
    const value = measure === holders ? members : balance;
    parts.push({ name: nameAmong(assets, asset), value, members: all });
    // Only a few members hold the asset, so one member's amount is weighed against its holders, not against all members.
    const within =
      measure === holders
        ? margin('count', value, all, true)
        : margin('presence', value, isFigure(members) ? members : all, true);
    if (isFigure(value) && within !== null) margins.push(within);
  }
  return { ...sumOf(parts), margin: margins.length > 0 ? Math.hypot(...margins) : null };
}
