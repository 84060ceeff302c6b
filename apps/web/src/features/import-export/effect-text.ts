import type { EffectFigure, ImportEffect } from '@superscope/contracts/import-effect';
import { date, dollars, month, number } from '../../ui/format';

type Unit = EffectFigure['unit'];

export const figureText = (value: number | null, unit: Unit): string =>
  value === null ? '–' : unit === 'dollars' ? dollars(value) : number(value);

const signed = (value: number, text: string): string => (value === 0 ? text : `${value < 0 ? '−' : '+'}${text}`);

/** A count changes by so many, an amount by a share. */
const changeText = (change: number, unit: Unit): string =>
  signed(change, unit === 'count' ? number(Math.abs(change)) : `${number(Math.abs(change) * 100, 1)}%`);

export function changeOfFigure({ last, now, unit }: EffectFigure): string {
  if (last === null || (unit === 'dollars' && last === 0)) return '–';
  return changeText(unit === 'count' ? now - last : (now - last) / Math.abs(last), unit);
}

export const usualText = ({ usual, unit }: EffectFigure): string =>
  usual === null ? 'not known' : `${changeText(usual.from, unit)} to ${changeText(usual.to, unit)}`;

/** How many things are to be looked at: notes, and figures outside their usual range. */
export const toLookAt = ({ noteCount, figures }: ImportEffect): number =>
  noteCount + figures.filter(({ isOutside }) => isOutside).length;

/** What the rows were compared with: months, or dates. */
export const comparedText = ({ comparedWith }: ImportEffect): string =>
  comparedWith.map((of) => (of.length === 7 ? month(of) : date(of))).join(', ');

/** Who, or what, would leave; empty for none. */
export function leaversText({ leaving, leavers, absent, notCompared }: ImportEffect): string {
  const more = leaving > leavers.length ? ` and ${number(leaving - leavers.length)} more` : '';
  return [
    ...(leaving === 0 ? [] : [`Leave: ${leavers.join('; ')}${more}.`]),
    ...(absent === 0 ? [] : ['Members who are not in the file stay as they are.']),
    ...(notCompared === 0 ? [] : ['Sort the file by plan and month to have all rows compared.']),
  ].join(' ');
}

/** How often each column changes; empty if none does. */
export function summaryText({ columns }: ImportEffect): string {
  const named = columns.map(
    ({ column, changed, cleared }) =>
      `${column} ${number(changed)}${cleared === 0 ? '' : ` (${number(cleared)} to blank)`}`,
  );
  return named.length === 0 ? '' : `Rows that change, by column: ${named.join(', ')}.`;
}
