const width = 28;

/** A line that is rewritten on a terminal; without a terminal it is printed again now and then. */
export class ProgressBar {
  private readonly began = performance.now();
  private lastLine = 0;

  constructor(
    private readonly total: number,
    private readonly unit = 'rows',
    private readonly out: NodeJS.WriteStream = process.stdout,
  ) {}

  /** `share` is the finished share of the work, for rows that take different amounts of time. */
  show(done: number, what: string, share = this.total === 0 ? 1 : done / this.total): void {
    const now = performance.now();
    const everyMs = this.out.isTTY ? 100 : 5_000;
    if (now - this.lastLine < everyMs && done < this.total) return;
    this.lastLine = now;
    const seconds = (now - this.began) / 1000;
    const left = share > 0.02 ? `${Math.max(0, Math.ceil((seconds / share) * (1 - share)))} s left` : '';
    const filled = Math.round(Math.min(1, share) * width);
    const bar = '█'.repeat(filled) + '░'.repeat(width - filled);
    const text = `${bar} ${String(Math.round(Math.min(1, share) * 100)).padStart(3)} %  ${count(done)} of ${count(this.total)} ${this.unit}  ${what}  ${left}`;
    this.out.write(this.out.isTTY ? `\r\x1b[2K${text}` : `${text}\n`);
  }

  end(text: string): void {
    this.out.write(`${this.out.isTTY ? '\r\x1b[2K' : ''}${text}\n`);
  }
}

const count = (n: number) => n.toLocaleString('en-AU');
