import type { Cell } from '../analytics/result';
import { number, share } from '../../ui/format';
import { withheldText, type FewWords } from './withheld';

/** Why a share is not exact. */
export const ABOUT_REASON: Record<NonNullable<Cell['about']>, string> = {
  least: 'Fewer than about 11 members are not among them, even none: the exact share is not published.',
  tens: 'Of fewer than 50 members a share is published in whole tens.',
};

/**
 * A figure in words: the same in a card, in a table and in a chart's tooltip. `few` are the words where fewer than about 11 members
 * are behind it: a share or a score that reads '<11' looks like a number.
 */
export function figureText(
  { value, withheld, about }: Cell,
  format: (value: number) => string,
  few: FewWords = '<11',
): string {
  if (withheld) return withheldText(withheld, few);
  if (value === null) return '–';
  // A line breaks before "or more", never between a number and its sign.
  if (about === 'least') return `about ${number(value)}\u00a0% or\u00a0more`;
  return about === 'tens' ? `about ${number(value)}\u00a0%` : format(value);
}

export const countText = (cell: Cell) => figureText(cell, number);
export const shareText = (cell: Cell, digits?: number) =>
  figureText(cell, (value) => share(value, digits), 'too few members');

/** A figure as a CSV has it: a number, or its words where it is not exact or not published. */
export const csvCell = (cell: Cell, words: (cell: Cell) => string): number | string =>
  cell.value !== null && cell.about === null ? cell.value : words(cell);
