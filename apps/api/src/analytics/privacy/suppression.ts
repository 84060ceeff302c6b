import { CountTable, isSmall, shown, small, type Mask } from './count-table.js';
import { hideInAnswer, type AnswerRules } from './one-answer.js';

export interface SuppressionOptions extends Partial<AnswerRules> {
  /** Whether what the table by these axes tells is decided already: as `hidden` says. */
  isSettled?: (axes: readonly number[]) => boolean;
}

/** Cells of 1 to 10. */
export function smallCells(table: CountTable): Mask {
  const mask = new Uint8Array(table.length);
  for (let cell = 0; cell < mask.length; cell += 1) if (isSmall(table.counts[cell]!)) mask[cell] = small;
  return mask;
}

/**
 * Completes what must be hidden (`hidden`, by default the cells of 1 to 10) so that nobody who adds and subtracts what is shown
 * learns one of these cells: domain.md section 6 with domain-details.md, 'Privacy'.
 *
 * A total of this table is a group of the table by fewer axes, which anybody may ask for as well. So the tables by fewer axes come
 * first, and each one takes what these tell, and what they withhold, as it is: hiding a total here that is told there protects
 * nothing, and showing one that is withheld there would undo that.
 */
export function suppress(
  table: CountTable,
  hidden: Mask = smallCells(table),
  { additive = true, parts = false, isSettled = () => false }: SuppressionOptions = {},
): Mask {
  const mask = Uint8Array.from(hidden);
  if (mask.every((state) => state === shown)) return mask;
  for (const axes of fewestFirst(table.shape.length)) {
    if (isSettled(axes)) continue;
    const { table: answer, cells } = table.by(axes);
    const states = Uint8Array.from(cells, (cell) => mask[cell]!);
    hideInAnswer(answer, states, { additive, parts });
    for (const [at, cell] of cells.entries()) mask[cell] = states[at]!;
  }
  return mask;
}

/** Every choice of one and more axes. */
function fewestFirst(axes: number): number[][] {
  const choices = Array.from({ length: 2 ** axes }, (_, bits) =>
    Array.from({ length: axes }, (__, axis) => axis).filter((axis) => (bits & (1 << axis)) !== 0),
  );
  return choices.filter((choice) => choice.length > 0).sort((a, b) => a.length - b.length);
}
