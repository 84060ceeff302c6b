import { Cell, type Meter } from '@superscope/domain/publishing/cell';
import { margin, sumOf, type Part } from '@superscope/domain/publishing/combine';
import { flag, headcount, publicFigure } from '@superscope/domain/publishing/publish';
import { withheld, type Published } from '@superscope/domain/publishing/published';
import type { PublishingSecret } from '@superscope/domain/publishing/record-key';
import { StaleCalendar } from '../employer/cells.js';
import type { EditionCalendar } from '../employer/editions.js';
import { leastDivided } from '../employer/cell-figures.js';
import type { PublishedRow } from '../employer/published-answer.js';
import { categories } from '../model/secret-columns.js';
import type { MovementQuestion } from './movement-question.js';
import { joined, left } from './movement-sql.js';
import type { MovementStatement } from './movement-statement.js';

/** The members of one public set, by their bands in the two months. */
interface Moved {
  /** The values of those filters that name several values. */
  name: string;
  /** The sum of the record keys of members who are in the plan at both ends. */
  key: bigint;
  stayed: number;
  joined: number;
  left: number;
  /** Members who stayed, by `from to`. */
  flows: Map<string, number>;
}

interface PublishedMoves {
  name: string;
  members: Published;
  joined: Published;
  left: Published;
  flow: (from: number, to: number) => Published;
  margin: (value: Published) => number | null;
}

const bands = categories.scoreBand.values.map(String);
const flowId = (from: string, to: string): string => `${from} ${to}`;

const nobody = (name: string): Moved => ({ name, key: 0n, stayed: 0, joined: 0, left: 0, flows: new Map() });

/** Combines a statement's rows into public sets. A plan without filters is one set, even if it is empty. */
function setsOf({ columns }: MovementStatement, rows: readonly (readonly unknown[])[]): Moved[] {
  const sets = new Map<string, Moved>();
  for (const row of rows) {
    const [from, to] = [String(row[0]), String(row[1])];
    const name = row.slice(2, 2 + columns).join(', ');
    const set = sets.get(name) ?? nobody(name);
    sets.set(name, set);
    const members = Number(row[3 + columns]);
    if (from === joined) set.joined += members;
    else if (to === left) set.left += members;
    else {
      set.key = BigInt.asUintN(64, set.key + BigInt(`0x${String(row[2 + columns])}`));
      set.stayed += members;
      set.flows.set(flowId(from, to), (set.flows.get(flowId(from, to)) ?? 0) + members);
    }
  }
  return sets.size === 0 ? [nobody('')] : [...sets.values()];
}

/**
 * Publishes the moves within one set. The set is the members who are in the plan at both ends, whom an employer knows; each flow is a fact
 * about it. Who joined and who left is public too, and has no band.
 */
function publish(
  { name, key, stayed, joined: came, left: went, flows }: Moved,
  { planId, from, to, quarters, filters }: MovementQuestion,
  calendar: EditionCalendar,
  secret: PublishingSecret,
  meter: Meter,
): PublishedMoves {
  const [before, now] = [calendar.of(planId, from)!, calendar.of(planId, to)!];
  const plan = Math.min(before.members, now.members);
  const whole = key === now.key && stayed === now.members;
  // A new edition of either month is a new answer, with its own noise.
  const edition = before.edition + now.edition;
  const cell = new Cell(secret, { key, n: stayed, plan, month: to, edition, whole }, meter);
  const divided = filters.length > 0;
  const counted = divided && plan < leastDivided ? withheld('np') : headcount(cell);
  // Without a filter this is the plan's headcount less those who joined, and both are published exactly.
  const members = divided ? counted : publicFigure(counted, stayed);
  return {
    name,
    members,
    joined: publicFigure(members, came),
    left: publicFigure(members, went),
    flow: (at, then) =>
      flag(
        cell,
        members,
        // The label has no date, because the month belongs to the second layer of noise.
        [`scoreBand-${quarters}=${at + 1}`, `scoreBand=${then + 1}`].sort().join('&'),
        flows.get(flowId(bands[at]!, bands[then]!)) ?? 0,
      ).count,
    margin: (value) => margin('count', value, members, whole),
  };
}

/**
 * One row for every flow between two bands, even if nobody took it, and one each for those who joined and who left, where null is no band
 * in particular. Throws StaleCalendar.
 */
export function movementRows(
  question: MovementQuestion,
  statement: MovementStatement,
  rows: readonly (readonly unknown[])[],
  calendar: EditionCalendar,
  secret: PublishingSecret,
  meter: Meter,
): PublishedRow[] {
  const sets = setsOf(statement, rows);
  const now = calendar.of(question.planId, question.to)!;
  if (question.filters.length === 0 && sets[0]!.stayed + sets[0]!.joined !== now.members) throw new StaleCalendar();
  return rowsOf(sets.map((set) => publish(set, question, calendar, secret, meter)));
}

/** The same rows if one of the two months is not published: every figure is withheld. */
export const unpublishedMovement = (): PublishedRow[] => rowsOf([]);

function rowsOf(sets: readonly PublishedMoves[]): PublishedRow[] {
  const row = (from: string | null, to: string | null, of: (moves: PublishedMoves) => Published): PublishedRow => {
    const parts = sets.map((moves): Part => ({ name: moves.name, value: of(moves), members: moves.members }));
    const { value, leftOut } = parts.length === 0 ? { value: withheld('np'), leftOut: [] } : sumOf(parts);
    const within = from !== null && to !== null && sets.length === 1 ? sets[0]!.margin(value) : null;
    return {
      keys: { 'Movement.from': from, 'Movement.to': to },
      figures: { 'Movement.members': { value, leftOut, margin: within } },
    };
  };
  return [
    ...bands.flatMap((from, at) => bands.map((to, then) => row(from, to, ({ flow }) => flow(at, then)))),
    row(joined, null, (moves) => moves.joined),
    row(null, left, (moves) => moves.left),
  ];
}
