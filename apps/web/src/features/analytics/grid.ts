import { label, NO_CELL, type Cell, type Row } from '../../portal/analytics/result';
import { figureText } from '../../portal/figures/figure-text';
import { anyColour, seriesColour, valuesOf, type Family } from '../../portal/figures/series-colour';
import { standardName } from '../../portal/figures/standards';
import type { FewWords } from '../../portal/figures/withheld';
import { salaryNames } from '../../portal/filters/filters';
import { share } from '../../ui/format';
import type { LegendItem } from '../../ui/legend';
import type { CsvCell } from '../../ui/save-csv';
import type { ShownTheme } from '../../ui/theme';
import type { Dimension, Metric } from './catalogue';
import { fewWordsOf } from './figure-format';

/** A chart's figures, from which its drawing, its table and its CSV are made. */
export interface Grid {
  /** The labels of the rows. */
  head: string;
  rows: string[];
  series: LegendItem[];
  /** By row and series. */
  cells: Cell[][];
  /** The figure of each row as a whole, where rows are split and their wholes are published on their own. */
  totals?: Cell[];
  /** The words for a cell, and for a total, of too few members. */
  few: { cell: FewWords; total: FewWords };
}

const families: Record<string, Family> = {
  gender: 'gender',
  ageGroup: 'age',
  salaryGroup: 'salary',
  addressState: 'state',
  beneficiaryNominationType: 'nomination',
  riskProfileName: 'risk',
  projectedRetirementStandardName: 'standard',
  projectedRetirementStandardSuperOnlyName: 'standard',
  lifeInsuranceIndicatorResult: 'insurance',
  scoreBand: 'score',
};
const UNKNOWN = 'Unknown';

export function valueOf(row: Row, { name, labels = {} }: Pick<Dimension, 'name' | 'labels'>): string {
  const value = label(row.text(name) ?? UNKNOWN);
  return labels[value] ?? value;
}

/** In the order of the declared values, then undeclared ones, then unknown. */
export function ordered(values: Iterable<string>, dimension: Pick<Dimension, 'key'> | undefined): string[] {
  const family = dimension && families[dimension.key];
  const known = family ? valuesOf(family) : [];
  const rank = (value: string) => {
    if (value === UNKNOWN) return Infinity;
    const at = known.indexOf(value);
    return at === -1 ? known.length : at;
  };
  return [...new Set(values)].toSorted((a, b) => rank(a) - rank(b) || a.localeCompare(b));
}

const seriesName = (row: Row, dimensions: readonly Dimension[], metric: Metric) =>
  dimensions.length === 0 ? metric.title : dimensions.map((dimension) => valueOf(row, dimension)).join(', ');

/** `rowOf` says which row of the chart a row of the answer belongs to; `dimensions` make its series. */
export function gridOf(
  answer: readonly Row[],
  metric: Metric,
  dimensions: readonly Dimension[],
  rows: { head: string; names: string[]; of: (row: Row) => string },
  theme: ShownTheme,
): Grid {
  const byPlace = new Map(answer.map((row) => [`${rows.of(row)}\n${seriesName(row, dimensions, metric)}`, row]));
  const names = seriesNames(answer, dimensions, metric);
  const [first] = dimensions;
  const family = dimensions.length === 1 && first ? families[first.key] : undefined;
  const series = names.map((name, at) => ({
    name,
    colour: dimensions.length === 0 ? 'var(--plot)' : family ? seriesColour(family, name, theme) : anyColour(at, theme),
  }));
  const cells = rows.names.map((row) =>
    names.map((name) => byPlace.get(`${row}\n${name}`)?.cell(metric.name) ?? NO_CELL),
  );
  return {
    head: rows.head,
    rows: rows.names.map(shownName),
    series: series.map((each) => ({ ...each, name: each.name.split(', ').map(shownName).join(', ') })),
    cells,
    few: { cell: fewWordsOf(metric), total: fewWordsOf(metric) },
  };
}

/** Salary groups and the lowest standard are stored under other names than screens show. */
const shownName = (name: string) => salaryNames[name] ?? standardName(name);

function seriesNames(answer: readonly Row[], dimensions: readonly Dimension[], metric: Metric): string[] {
  const [first, second] = dimensions;
  if (!first) return [metric.title];
  const found = answer.filter((row) => {
    const { value, withheld } = row.cell(metric.name);
    // Often no member has an unknown value, and that is published like a small count.
    const mayBeNone = value === null && withheld === '<11' && dimensions.some((each) => valueOf(row, each) === UNKNOWN);
    return !mayBeNone && (value !== null || withheld !== null);
  });
  const firsts = ordered(
    found.map((row) => valueOf(row, first)),
    first,
  );
  if (!second) return firsts;
  const seconds = ordered(
    found.map((row) => valueOf(row, second)),
    second,
  );
  const there = new Set(found.map((row) => seriesName(row, dimensions, metric)));
  return firsts.flatMap((one) => seconds.map((two) => `${one}, ${two}`)).filter((name) => there.has(name));
}

export const hasFigures = ({ cells }: Grid): boolean => cells.some((row) => row.some(({ value }) => value !== null));
export const isWithheld = ({ cells }: Grid): boolean =>
  cells.some((row) => row.some(({ withheld }) => withheld !== null));

/**
 * Converts each row to percentages of its whole. Without a published whole that is the sum of its parts, which a row with an unpublished
 * part does not have.
 */
export function inPercent(grid: Grid): Grid {
  const [now, before] = [grid.totals ?? wholes(partOf(grid, false)), wholes(partOf(grid, true))];
  return {
    ...grid,
    few: { ...grid.few, cell: 'too few members' },
    cells: grid.cells.map((row, at) =>
      row.map((cell, i) => {
        if (cell.value === null) return cell;
        const { value: whole, withheld } = (grid.series[i]!.dashed ? before : now)[at]!;
        if (withheld) return { ...NO_CELL, withheld };
        return { ...NO_CELL, value: whole === null || whole === 0 ? null : (100 * cell.value) / whole };
      }),
    ),
  };
}

/**
 * The same chart with the figures that it is compared with: those of the same series follow them, dashed. A row of
 * `earlier` corresponds to the same row of `grid`.
 */
export function withEarlier(grid: Grid, earlier: Grid, compared: string): Grid {
  const alone = grid.series.length === 1 && earlier.series.length <= 1;
  const series = alone
    ? [{ name: compared, colour: 'var(--ink-3)', dashed: true }]
    : grid.series.map(({ name, colour }) => ({ name: `${name}, ${inText(compared)}`, colour, dashed: true }));
  const places = grid.series.map(({ name }) => earlier.series.findIndex((other) => other.name === name));
  return {
    ...grid,
    series: [...grid.series, ...series],
    cells: grid.cells.map((row, at) => [...row, ...places.map((place) => earlier.cells[at]?.[place] ?? NO_CELL)]),
  };
}
const inText = (label: string) => `${label[0]!.toLowerCase()}${label.slice(1)}`;

/** The series of a chart: either those of the comparison or the others. */
export const partOf = (grid: Grid, dashed: boolean): Grid => {
  const places = grid.series.flatMap((each, at) => ((each.dashed ?? false) === dashed ? [at] : []));
  return {
    ...grid,
    series: places.map((at) => grid.series[at]!),
    cells: grid.cells.map((row) => places.map((at) => row[at]!)),
  };
};

/** The sum of each row; withheld if a part of it is withheld. */
export const wholes = ({ cells }: Grid): Cell[] =>
  cells.map((row) => {
    if (row.some(({ withheld }) => withheld)) return { ...NO_CELL, withheld: 'np' };
    const known = row.flatMap(({ value }) => value ?? []);
    return { ...NO_CELL, value: known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) };
  });

/** The chart with the published whole of each row that has an unpublished part, in the order of its rows: such a row has no sum. */
export function withWholes(grid: Grid, published: readonly Cell[]): Grid {
  const sums = wholes(partOf(grid, false));
  if (sums.every(({ withheld }) => withheld === null)) return grid;
  const totals = sums.map((sum, at) => (sum.withheld !== null && published[at]?.value != null ? published[at] : sum));
  return { ...grid, totals };
}

export const percentText = (value: number) => share(value);

/** What is not published of a row's split, where its whole is; null if all of it is, or the whole is not. */
export function splitNote({ cells, totals }: Grid, at: number): string | null {
  const row = cells[at]!;
  if (totals?.[at]?.value == null || !row.some(({ value, withheld }) => value === null && withheld)) return null;
  return row.some(({ value }) => value !== null) ? 'part not published' : 'split not published';
}

/**
 * In a row whose split is not published, the parts are empty and the note says so. `digits`: the decimals of its numbers; null leaves them as
 * they are published.
 */
export const csvRows = (grid: Grid, format: (value: number) => string, digits: number | null = null): CsvCell[][] => {
  const { head, rows, series, cells, totals, few } = grid;
  const numbered = ({ value }: Cell) => (value === null || digits === null ? value : Number(value.toFixed(digits)));
  const text = (cell: Cell) => numbered(cell) ?? figureText(cell, format, few.cell);
  const wholeText = (cell: Cell) => numbered(cell) ?? figureText(cell, format, few.total);
  if (totals === undefined)
    return [[head, ...series.map(({ name }) => name)], ...rows.map((row, at) => [row, ...cells[at]!.map(text)])];
  return [
    [head, 'Group', ...series.map(({ name }) => name), 'Note'],
    ...rows.map((row, at) => {
      const note = splitNote(grid, at);
      const part = (cell: Cell) => (note !== null && cell.value === null ? '' : text(cell));
      return [row, wholeText(totals[at]!), ...cells[at]!.map(part), note ?? ''];
    }),
  ];
};
