import type { AnalyticsRow, AnalyticsValue, LoadResult, Suppressed } from '@superscope/contracts/analytics/answer';
import type { MeasureName } from '@superscope/contracts/analytics/names';
import type { NormalizedFilterNode, NormalizedQuery } from '@superscope/contracts/analytics/query';
import type { Published } from '@superscope/domain/publishing/published';
import { membersOf } from '../query/normalize-filters.js';
import { pageOf } from '../answer/shape-answer.js';

/** A published figure of a row. A change within `margin` means nothing. */
export interface RowFigure {
  value: Published;
  margin: number | null;
  /** Parts of a sum that are not published. */
  leftOut: readonly string[];
}

/** A row of an answer for employers: its groups, and its figures by measure. Only published figures become numbers on the wire. */
export interface PublishedRow {
  keys: Record<string, AnalyticsValue>;
  figures: Readonly<Record<string, RowFigure>>;
}

/** The fields of an answer for employers, apart from its query. */
export type PublishedAnswer = Pick<LoadResult, 'data' | 'suppressed' | 'leftOut' | 'rounded' | 'margins'> & {
  total: number;
};

/** An answer, with the month that its figures are of, and the months that they look back over. */
export type EmployerResult = PublishedAnswer &
  Pick<LoadResult, 'figuresOf' | 'quarterEnds' | 'lookBackMonths'> & {
    /**
     * Facts recorded after this instant (as `Edition.recordedBy`) are not in the answer; null if it was made from no edition. Without it,
     * that of the newest edition of the answer's plans.
     */
    recordedBy?: string | null;
  };

/** A query, and the conditions on its measures. */
interface Selected {
  query: NormalizedQuery;
  having: readonly NormalizedFilterNode[];
}

/** The measures of an answer's rows, those that only filter included. */
export const measuresIn = ({ query, having }: Selected): string[] => [
  ...new Set([...query.measures, ...having.flatMap(membersOf)]),
];

/** HAVING, order, limit and total use only published figures: a withheld figure matches no filter. */
export function publishedAnswer(rows: readonly PublishedRow[], { query, having }: Selected): PublishedAnswer {
  const drafts = rows.map(({ keys, figures }) => {
    const row = { ...keys };
    for (const [name, { value }] of Object.entries(figures)) row[name] = value.value;
    return { row, figures };
  });
  const { page, total } = pageOf(drafts, query, having, false);
  const data: AnalyticsRow[] = [];
  const suppressed: Suppressed[] = [];
  const leftOut: NonNullable<LoadResult['leftOut']> = [];
  const rounded: NonNullable<LoadResult['rounded']> = [];
  const margins: Record<string, (number | null)[]> = {};
  for (const [at, { row, figures }] of page.entries()) {
    for (const name of Object.keys(figures)) if (!query.measures.includes(name)) delete row[name];
    data.push(row);
    const why = new Map<string, Suppressed>();
    const about: MeasureName[] = [];
    const missing = new Set<string>();
    for (const name of query.measures) {
      const { value, margin, leftOut: parts } = figures[name]!;
      for (const part of parts) missing.add(part);
      if (value.rounded) about.push(name as MeasureName);
      if (margin !== null)
        (margins[name] ??= new Array<number | null>(page.length).fill(null))[at] = Math.round(margin * 1e4) / 1e4;
      if (value.because === null) continue;
      const id = `${value.because} ${value.least ?? ''}`;
      const note = why.get(id);
      if (note) note.members.push(name as MeasureName);
      else {
        const least = value.least === undefined ? {} : { least: value.least };
        why.set(id, { row: at, members: [name as MeasureName], because: value.because, ...least });
      }
    }
    suppressed.push(...why.values());
    if (about.length > 0) rounded.push({ row: at, members: about });
    if (missing.size > 0) leftOut.push({ row: at, parts: [...missing].sort() });
  }
  return {
    data,
    total,
    ...(suppressed.length > 0 ? { suppressed } : {}),
    ...(leftOut.length > 0 ? { leftOut } : {}),
    ...(rounded.length > 0 ? { rounded } : {}),
    ...(Object.keys(margins).length > 0 ? { margins } : {}),
  };
}
