import { countVariance, roundedShareVariance, type Mechanism } from './mechanism.js';
import { shareOfMembers } from './facts.js';
import type { Result, Suppressed } from './portal-asker.js';

/** One number read from an answer: its value and the variance of its error, or only bounds. */
export type Figure =
  { kind: 'value'; value: number; variance: number } | { kind: 'between'; low: number; high: number };

export const exactly = (value: number): Figure => ({ kind: 'value', value, variance: 0 });

type Row = Result['data'][number];

/** The notes of an answer by row. */
export function notesByRow({ suppressed = [] }: Result): Map<number, Suppressed[]> {
  const notes = new Map<number, Suppressed[]>();
  for (const note of suppressed) {
    if (note.row === null) continue;
    const known = notes.get(note.row);
    if (known) known.push(note);
    else notes.set(note.row, [note]);
  }
  return notes;
}

const noteAbout = (notes: readonly Suppressed[] | undefined, measure: string): Suppressed | undefined =>
  notes?.find(({ member, members }) => member === measure || members?.includes(measure));

/**
 * The count in a row whose group has a known number of members; undefined when unknown. With the exact mechanism "small" is 1 to 10. With
 * the adjusted mechanism "<11" is at most about 10, and "least" is all but about 10.
 */
export function countFigure(
  row: Row,
  notes: readonly Suppressed[] | undefined,
  measure: string,
  members: number,
  mechanism: Mechanism,
  whole: boolean,
  boundaries = 1,
): Figure | undefined {
  const value = row[measure];
  const variance = boundaries * countVariance(mechanism, whole);
  if (typeof value === 'number') return { kind: 'value', value, variance };
  const share = row[shareOfMembers];
  const note = noteAbout(notes, measure) ?? noteAbout(notes, shareOfMembers);
  const least = note?.because === 'least' || noteAbout(notes, shareOfMembers)?.because === 'least';
  if (least) return { kind: 'between', low: Math.max(0, members - 10), high: members };
  if (typeof share === 'number')
    return { kind: 'value', value: (share / 100) * members, variance: variance + roundedShareVariance(members) };
  if (note?.because === '<11') return { kind: 'between', low: 0, high: Math.min(10, members) };
  if (note?.reason === 'small') return { kind: 'between', low: 1, high: Math.min(10, members) };
  return undefined;
}
