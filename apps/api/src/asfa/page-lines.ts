/** A text of a page, by its place: points from the upper left corner to the start of its baseline. */
export interface TextItem {
  text: string;
  x: number;
  y: number;
  width: number;
  /** Height of the letters. */
  size: number;
}

export interface DocumentPage {
  /** From 1. */
  page: number;
  width: number;
  height: number;
  items: readonly TextItem[];
}

/** Words that stand together on a line. `amount` is in dollars; null for words. */
export interface Cell {
  text: string;
  from: number;
  to: number;
  amount: number | null;
}

export interface Line {
  /** From 1, down the page. */
  line: number;
  cells: readonly Cell[];
  items: readonly TextItem[];
}

/** Parts of the height of letters: how far two texts of a line may differ in height, and gaps that join words or part columns. */
const SAME_LINE = 0.5;
const WORD_GAP = 0.12;
const COLUMN_GAP = 0.9;

/** Digits grouped by thousands: by commas, or by spaces, which may be hard or thin. */
const grouped = String.raw`\d{1,3}(?:(?:,\d{3})+|(?:[ \u00a0\u2009\u202f]\d{3})+)(?!\d)`;
/** An amount of money: grouped by thousands, with cents, or behind a dollar sign. A year such as 2026 is none. */
const money = new RegExp(
  [
    String.raw`\$\s?${grouped}(?:\.\d{2})?`,
    String.raw`\$\s?\d+(?:\.\d{2})?`,
    String.raw`(?<![\d.,])${grouped}(?:\.\d{2})?(?![\d,])`,
    String.raw`(?<![\d.,])\d+\.\d{2}(?![\d.])`,
  ].join('|'),
  'g',
);

/** The lines of a page from its top, each with its cells from left to right. */
export function linesOf({ items }: DocumentPage): Line[] {
  const rows: TextItem[][] = [];
  for (const item of items.filter(({ text }) => text.trim() !== '').toSorted((a, b) => a.y - b.y || a.x - b.x)) {
    const row = rows.at(-1);
    const near = row !== undefined && Math.abs(item.y - row[0]!.y) <= SAME_LINE * Math.max(1, row[0]!.size);
    if (near) row.push(item);
    else rows.push([item]);
  }
  return rows.map((row, at) => {
    const ordered = row.toSorted((a, b) => a.x - b.x);
    return { line: at + 1, items: ordered, cells: joined(ordered.flatMap(parted)).flatMap(amountsApart) };
  });
}

/** An item whose text holds wide gaps stands for several cells; their places follow from the number of letters. */
function parted(item: TextItem): TextItem[] {
  const parts = [...item.text.matchAll(/\S+(?: \S+)*/g)];
  if (parts.length <= 1) return [item];
  const each = item.width / item.text.length;
  return parts.map(({ 0: text, index }) => ({
    ...item,
    text,
    x: item.x + each * index,
    width: each * text.length,
  }));
}

/** Joins items of a line that stand close together. A dollar sign in a column of its own belongs to the amount after it. */
function joined(items: readonly TextItem[]): Cell[] {
  const cells: Cell[] = [];
  for (const { text, x, width, size } of items) {
    const cell = cells.at(-1);
    const gap = cell === undefined ? Infinity : x - cell.to;
    if (cell !== undefined && (gap <= COLUMN_GAP * size || cell.text === '$')) {
      const space = gap > WORD_GAP * size && cell.text !== '$' ? ' ' : '';
      cell.text += space + text.trim();
      cell.to = Math.max(cell.to, x + width);
    } else cells.push({ text: text.trim(), from: x, to: x + width, amount: null });
  }
  return cells;
}

/** Parts the amounts of a cell from one another and from its words, by the number of letters. */
function amountsApart(cell: Cell): Cell[] {
  const { text, from, to } = cell;
  const each = (to - from) / Math.max(1, text.length);
  const place = (start: number, end: number, amount: number | null): Cell[] => {
    const part = text.slice(start, end).trim();
    return part === '' ? [] : [{ text: part, from: from + each * start, to: from + each * end, amount }];
  };
  const parts: Cell[] = [];
  let behind = 0;
  for (const { 0: written, index } of text.matchAll(money)) {
    parts.push(...place(behind, index, null));
    parts.push(...place(index, index + written.length, Number(written.replaceAll(/[$,\s]/g, ''))));
    behind = index + written.length;
  }
  return [...parts, ...place(behind, text.length, null)];
}
