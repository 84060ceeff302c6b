import { Cell, type PublicSet } from '@superscope/domain/publishing/cell';
import { takeTurn } from '../../platform/turns.js';
import type { CellPart } from '../model/published-as.js';
import type { Stored } from '../answer/shape-answer.js';
import type { Edition, EditionCalendar } from './editions.js';
import type { CellStatement } from './cell-statement.js';
import type { NoiseSource, PublishingContext } from './employer-source.js';

/** Aggregates over the members of a cell, either all of them or only the engaged ones. */
export interface Tally {
  n: number;
  parts: (number | bigint | null)[];
  /** Members by stored value of the question's secret column. */
  values: Map<Stored, number>;
}

/** One public set in a statement's result: its tallies, and the cell that draws its noise. */
export interface CellRow {
  planId: string;
  month: string;
  /** Whether salaries and ages are public. */
  onePayroll: boolean;
  /** Values of the statement's public columns. */
  columns: readonly Stored[];
  cell: Cell;
  all: Tally;
  engaged: Tally;
}

/**
 * A new edition appeared after the calendar was read and before the statement ran. The caller asks again, so that both are of one moment.
 */
export class StaleCalendar extends Error {}

const empty = (parts: readonly CellPart[]): Tally => ({
  n: 0,
  parts: parts.map(({ fold }) => (fold === 'sum' ? 0 : fold === 'key' ? 0n : null)),
  values: new Map(),
});

const extreme = { min: Math.min, max: Math.max } as const;

function add(tally: Tally, n: number, values: readonly unknown[], parts: readonly CellPart[]): void {
  tally.n += n;
  for (const [i, { fold }] of parts.entries()) {
    const value = values[i];
    // An aggregate of nothing is null; a sum of nothing is 0.
    if (value === null || value === undefined) continue;
    const known = tally.parts[i]!;
    if (fold === 'key') tally.parts[i] = BigInt.asUintN(64, BigInt(known) + BigInt(`0x${String(value)}`));
    else if (fold === 'sum') tally.parts[i] = Number(known) + Number(value);
    else tally.parts[i] = known === null ? Number(value) : extreme[fold](Number(known), Number(value));
  }
}

interface Gathered {
  planId: string;
  month: string;
  onePayroll: boolean;
  columns: Stored[];
  key: bigint;
  all: Tally;
  engaged: Tally;
}

/** Rows that are combined before the event loop is yielded. */
const rowsPerTurn = 5_000;

/**
 * Combines a statement's rows into cells: the groups of a secret column form one cell, whose key is the sum of their keys. Linear in rows.
 * Throws StaleCalendar.
 */
export async function cellsOf(
  statement: CellStatement,
  rows: readonly (readonly unknown[])[],
  { calendar, secret, meter }: PublishingContext,
): Promise<CellRow[]> {
  const { columns, parts, keyed, versioned, leavers } = statement;
  const engagedAt = 2 + columns.length;
  const secretAt = engagedAt + (statement.engaged ? 1 : 0);
  const keyAt = secretAt + (statement.secret ? 1 : 0);
  const versionAt = keyAt + (keyed ? 1 : 0);
  const goneAt = versionAt + (versioned ? 1 : 0);
  const membersAt = goneAt + (leavers ? 1 : 0);
  const gathered = new Map<string, Gathered>();
  for (const [at, row] of rows.entries()) {
    if (at > 0 && at % rowsPerTurn === 0) await takeTurn();
    const month = String(row[0]).slice(0, 7);
    const planId = String(row[1]);
    const edition = calendar.of(planId, month);
    // Not in the calendar: closed before the secret was made, or after the calendar was read.
    if (!edition) continue;
    if (versioned && edition.version !== Number(row[versionAt])) throw new StaleCalendar();
    const values = row.slice(2, engagedAt) as Stored[];
    const id = JSON.stringify([month, planId, values]);
    let cell = gathered.get(id);
    if (!cell) {
      cell = {
        planId,
        month,
        onePayroll: edition.onePayroll,
        columns: values,
        key: 0n,
        all: empty(parts),
        engaged: empty(parts),
      };
      gathered.set(id, cell);
    }
    // Those who left are no members of the cell: they count among its joiners and leavers alone.
    const isGone = leavers && Number(row[goneAt]) === 1;
    if (keyed && !isGone) cell.key += BigInt(`0x${String(row[keyAt])}`);
    const n = isGone ? 0 : Number(row[membersAt]);
    const all = row.slice(membersAt + 1);
    const measured = isGone ? all.map((value, i) => (parts[i]!.leavers ? value : null)) : all;
    const isEngaged = statement.engaged && Number(row[engagedAt]) === 1;
    for (const tally of isEngaged ? [cell.all, cell.engaged] : [cell.all]) {
      add(tally, n, measured, parts);
      if (!statement.secret) continue;
      const value = row[secretAt] as Stored;
      tally.values.set(value, (tally.values.get(value) ?? 0) + n);
    }
  }
  return [...gathered.values()].map(({ key, ...cell }) => ({
    ...cell,
    cell: new Cell(secret, setOf(cell, keyed ? BigInt.asUintN(64, key) : null, calendar), meter),
  }));
}

/** A filter that excludes nobody selects the whole plan. */
function setOf(
  { planId, month, all }: Omit<Gathered, 'key'>,
  key: bigint | null,
  calendar: EditionCalendar,
): PublicSet {
  const edition = calendar.of(planId, month)!;
  if (key === null && all.n !== edition.members) throw new StaleCalendar();
  const whole = key === null || (key === edition.key && all.n === edition.members);
  const { members: plan, edition: number, rules } = edition;
  return { key: key ?? edition.key, n: all.n, plan, month, edition: number, whole, rules };
}

/** All members of a plan-month. */
export const wholePlan = (
  { key, members: n, month, edition, rules }: Pick<Edition, 'key' | 'members' | 'month' | 'edition' | 'rules'>,
  { secret, meter }: NoiseSource,
): Cell => new Cell(secret, { key, n, plan: n, month, edition, whole: true, rules }, meter);

/** An empty set, which draws no noise. */
export const nobodyIn = (
  { planId, month, members, edition, rules, onePayroll }: Edition,
  { parts }: CellStatement,
  { secret }: NoiseSource,
): CellRow => {
  const set = { key: 0n, n: 0, plan: members, month, edition, whole: false, rules };
  return {
    planId,
    month,
    onePayroll,
    columns: [],
    cell: new Cell(secret, set),
    all: empty(parts),
    engaged: empty(parts),
  };
};
