import type { LoadResult } from '@superscope/contracts/analytics/answer';
import type { DimensionName, MeasureName } from '@superscope/contracts/analytics/names';

export interface PublishedFigure {
  value: number | null;
  /** Why the value is null; null if it is published. */
  because: '<11' | 'np' | null;
  /** The lower bound, in percent, of a share that is not published itself. */
  least: number | null;
  margin: number | null;
}

export interface PublishedRow {
  text: (member: DimensionName) => string | null;
  figure: (member: MeasureName) => PublishedFigure;
}
export type PublishedRows = readonly PublishedRow[];

/** The rows of an answer for employers, each figure with its reason, lower bound and margin. */
export const readPublished = ({ data, suppressed = [], margins = {} }: LoadResult): PublishedRows =>
  data.map((row, at) => ({
    text: (member) => (row[member] == null ? null : String(row[member])),
    figure: (member) => {
      const mark = suppressed.find((each) => each.row === at && each.members.includes(member));
      const value = row[member] ?? null;
      return {
        value: value === null ? null : Number(value),
        because: mark === undefined ? null : mark.because === '<11' ? '<11' : 'np',
        least: mark?.because === 'least' ? (mark.least ?? null) : null,
        margin: margins[member]?.[at] ?? null,
      };
    },
  }));
