import type { CellCorrection, RepairDraft } from '@superscope/contracts/import-repair';
import { mostCorrections } from '@superscope/contracts/import-repair-rules';

export const nothingTyped: RepairDraft = { corrections: [], skipped: [] };

export type Place = Pick<CellCorrection, 'line' | 'column'>;
export const keyOf = ({ line, column }: { line: number; column: string | null }) => `${line}/${column ?? ''}`;
const isAt = (place: Place) => (other: Place) => other.line === place.line && other.column === place.column;

/** What was typed for a cell; undefined for nothing. */
export const typedAt = ({ corrections }: RepairDraft, place: Place): string | undefined =>
  corrections.find(isAt(place))?.value;

/** The draft with a value for a cell, whose line counts again if it was skipped; without one if it is blank. */
export function withValue(draft: RepairDraft, place: Place, value: string): RepairDraft {
  const { corrections, skipped } = draft;
  if (typedAt(draft, place) === (value === '' ? undefined : value) && !skipped.includes(place.line)) return draft;
  const others = corrections.filter((each) => !isAt(place)(each));
  return {
    corrections: value === '' ? others : [...others, { ...place, value }],
    skipped: skipped.filter((line) => line !== place.line),
  };
}

/** The draft with a cell left blank, where the column allows it: not the same as a cell for which nothing was typed. */
export const withBlank = ({ corrections, skipped }: RepairDraft, place: Place): RepairDraft => ({
  corrections: [...corrections.filter((each) => !isAt(place)(each)), { ...place, value: '' }],
  skipped,
});

export const withSkipped = ({ corrections, skipped }: RepairDraft, line: number): RepairDraft => ({
  corrections,
  skipped: [...skipped.filter((each) => each !== line), line],
});

export const withoutSkipped = ({ corrections, skipped }: RepairDraft, line: number): RepairDraft => ({
  corrections,
  skipped: skipped.filter((each) => each !== line),
});

export const isNothing = ({ corrections, skipped }: RepairDraft): boolean =>
  corrections.length === 0 && skipped.length === 0;

/** Whether one import may hold what is typed. */
export const fits = ({ corrections, skipped }: RepairDraft): boolean =>
  corrections.length <= mostCorrections && skipped.length <= mostCorrections;
