import type { Figure } from './figure.js';

const heading = ['figure', 'measured', 'target', 'raw engine', 'verdict'] as const;

/** The figures as a text table with aligned columns, numbers on the right. */
export function figureTable(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => [figure.name, figure.measured, figure.target, figure.raw, verdict(figure)]);
  return textTable([[...heading], ...rows], [1, 3]);
}

/** Formats rows of cells with the first row underlined. `right` lists the right-aligned columns. */
export function textTable(rows: readonly (readonly string[])[], right: readonly number[] = []): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => (right.includes(column) ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!)))
      .join('  ')
      .trimEnd(),
  );
  return [lines[0]!, widths.map((width) => '-'.repeat(width)).join('  '), ...lines.slice(1)].join('\n');
}

export function verdict({ met, reach }: Figure): string {
  if (met === null || reach === null) return '';
  if (met) return reach >= 1.1 ? `met, ${reach.toFixed(1)} x` : 'met';
  return `missed (${Math.floor(reach * 100)} %)`;
}
