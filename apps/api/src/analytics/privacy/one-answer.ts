import { CountTable, either, shown, untold, withheld, type Line, type Mask } from './count-table.js';
import { followingByTrial, followingFromSums, followingLineByLine, isOpen } from './line-audit.js';
import { bridgeCut, determinedInPlane } from './plane-audit.js';

export interface AnswerRules {
  /** The totals are the sums of the cells; otherwise (a member may stand in several cells) only the lines are scanned. */
  additive: boolean;
  /** The last axis is of numbers that one figure tells together, so that with one of them all are hidden. */
  parts: boolean;
}

/**
 * A table that one answer tells. Answers by fewer groups tell its totals or withhold them: here they stand, and only cells can be
 * hidden.
 */
interface Answer extends AnswerRules {
  table: CountTable;
  mask: Mask;
  /** 1 for cells, 0 for totals. */
  isCell: Uint8Array;
  /** Those that cells are in. */
  lines: readonly Line[];
  /** What had to be hidden, totals included. */
  secret: readonly number[];
  /** What follows however many cells are hidden: as good as shown, and hiding it protects nothing. */
  following: ReadonlySet<number>;
  /** What a cell becomes that is hidden for others. */
  np: number;
}

/**
 * Hides cells until none of what had to be hidden, totals included, follows from what is shown. Beyond the rules of
 * domain-details.md, it must also not follow from knowing that "<11" is 1 to 10 and that "np" is 11 or more: where it would, all that
 * is hidden is "np". Where no choice of cells is enough, as nobody is in the others and an answer would tell that, all is untold.
 */
export function hideInAnswer(table: CountTable, mask: Mask, rules: AnswerRules): void {
  const secret = [...mask.keys()].filter(
    (cell) => mask[cell] !== shown && (mask[cell] !== untold || table.counts[cell] !== 0),
  );
  if (secret.length === 0) return;
  const isCell = Uint8Array.from(mask, (_, cell) => (table.isMargin(cell) ? 0 : 1));
  const lines = table.lines.filter(({ cells: [first] }) => first !== undefined && isCell[first] === 1);
  for (const np of [withheld, either]) {
    const tried = mask.map((state, cell) => (isCell[cell] && state !== shown && np === either ? either : state));
    const most = tried.map((state, cell) => (isCell[cell] && state === shown && table.counts[cell] !== 0 ? np : state));
    const following = isPlane(table, rules)
      ? determinedInPlane(table, most)
      : followingLineByLine(table, most, rules.additive);
    const answer = { ...rules, table, mask: tried, isCell, lines, secret, following, np };
    if (secret.some((cell) => following.has(cell)) || !protect(answer)) continue;
    mask.set(tried);
    return;
  }
  for (const cell of isCell.keys()) if (isCell[cell]) mask[cell] = untold;
}

const isPlane = ({ shape }: CountTable, { additive }: Pick<AnswerRules, 'additive'>): boolean =>
  additive && shape.length <= 2;

/** Whether it could hide all that had to be. */
function protect(answer: Answer): boolean {
  const { table, mask, isCell, parts, secret, additive, following } = answer;
  if (parts) for (const cell of secret) if (isCell[cell]) hideParts(answer, cell);
  scanLines(answer);
  if (!additive) return true;
  for (;;) {
    const exposed = exposedIn(answer);
    const canHide = (cell: number) => isOpenCell(answer, cell);
    const bridge = isPlane(table, answer) ? bridgeCut(table, mask, following, canHide) : null;
    const victim = bridge === null ? protectorOf(answer, exposed) : smallestOpen(answer, bridge);
    if (victim === null) return exposed.length === 0;
    hide(answer, victim);
    scanLines(answer);
  }
}

/** Secret cells that can have one value only; all in a table of up to two axes, else those that are found first. */
function exposedIn(answer: Answer): readonly number[] {
  const { table, mask, secret } = answer;
  const audits = isPlane(table, answer)
    ? [() => determinedInPlane(table, mask)]
    : [
        () => followingLineByLine(table, mask, true),
        () => new Set(followingFromSums(table, mask)),
        () => new Set(followingByTrial(table, mask, secret)),
      ];
  for (const audit of audits) {
    const certain = audit();
    const exposed = secret.filter((cell) => certain.has(cell));
    if (exposed.length > 0) return exposed;
  }
  return [];
}

const isOpenCell = ({ table, mask, isCell, following }: Answer, cell: number): boolean =>
  mask[cell] === shown && isCell[cell] === 1 && table.counts[cell] !== 0 && !following.has(cell);

function hide(answer: Answer, cell: number): void {
  answer.mask[cell] = answer.np;
  if (answer.parts) hideParts(answer, cell);
}

/** The others that a hidden cell's figure would tell. The last axis is the one whose cells are next to each other. */
function hideParts({ table, mask, np }: Answer, cell: number): void {
  const last = table.shape.length - 1;
  const first = cell - table.place(cell, last);
  for (let part = first; part < first + table.shape[last]!; part += 1)
    if (mask[part] === shown && table.counts[part] !== 0) mask[part] = np;
}

/** A line with exactly one that is not known, or where those follow from their sum, loses one more; repeated. */
function scanLines(answer: Answer): void {
  const { table, mask, lines, following } = answer;
  for (let scan = true; scan;) {
    scan = false;
    for (const line of lines) {
      if (!isOpen(table, mask, line, following)) continue;
      const victim = smallestOpen(answer, line.cells);
      if (victim === null) continue;
      hide(answer, victim);
      scan = true;
      break;
    }
  }
}

/** The smallest of these cells that could be hidden, the first on a tie. */
function smallestOpen(answer: Answer, cells: Iterable<number>): number | null {
  const { counts } = answer.table;
  let best: number | null = null;
  for (const cell of cells)
    if (isOpenCell(answer, cell) && (best === null || counts[cell]! < counts[best]!)) best = cell;
  return best;
}

/** What to hide so that the first exposed cell is one of several possibilities: in its lines, else anywhere. */
function protectorOf(answer: Answer, [cell]: readonly number[]): number | null {
  if (cell === undefined) return null;
  const near = answer.lines.filter((line) => line.total === cell || line.cells.includes(cell));
  return (
    smallestOpen(
      answer,
      near.flatMap((line) => line.cells),
    ) ?? smallestOpen(answer, answer.mask.keys())
  );
}
