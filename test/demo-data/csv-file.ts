import { closeSync, openSync, writeSync } from 'node:fs';

export type Cell = string | number;

/**
 * Writes a CSV file with a buffer of at most a quarter of a megabyte. Writes are synchronous, because awaiting each row would take longer
 * than the disk.
 */
export class CsvFile {
  rows = 0;
  private waiting: string[] = [];
  private characters = 0;
  private readonly file: number;

  constructor(
    readonly path: string,
    columns: readonly string[],
  ) {
    this.file = openSync(path, 'w');
    this.keep(columns.join(','));
  }

  row(cells: readonly Cell[]): void {
    this.line(cells.map(quoted).join(','));
  }

  /** Writes a row that is already CSV, for large tables whose cells never need quotes. */
  line(text: string): void {
    this.rows++;
    this.keep(text);
  }

  close(): void {
    this.flush();
    closeSync(this.file);
  }

  private keep(text: string): void {
    this.waiting.push(text);
    this.characters += text.length;
    if (this.characters > 262_144) this.flush();
  }

  private flush(): void {
    if (this.waiting.length === 0) return;
    const bytes = Buffer.from(this.waiting.join('\n') + '\n', 'utf8');
    for (let sent = 0; sent < bytes.length;) sent += writeSync(this.file, bytes, sent);
    this.waiting = [];
    this.characters = 0;
  }
}

const quoted = (cell: Cell): string => {
  const text = String(cell);
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** Integer cents as dollars and cents. */
export const dollars = (cents: number): string => {
  const whole = Math.floor(Math.abs(cents) / 100);
  const rest = Math.abs(cents) % 100;
  return `${cents < 0 ? '-' : ''}${whole}.${rest < 10 ? '0' : ''}${rest}`;
};

export const yesNo = (value: boolean): string => (value ? 'Yes' : 'No');
