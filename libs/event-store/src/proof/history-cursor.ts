import { mostBytesOfBlock, mostEventsOfBlock, type Line } from './chain.js';

/** Reads a history's lines in sequence, in portions of any size. It holds one batch at a time. */
export class HistoryCursor {
  private readonly batches: AsyncIterator<readonly Line[]>;
  private batch: readonly Line[] = [];
  private next = 0;

  constructor(lines: AsyncIterable<readonly Line[]>) {
    this.batches = lines[Symbol.asyncIterator]();
  }

  /** The next `count` lines, or fewer if the history ends. It stops after the line that reaches `mostBytes`, but takes at least one. */
  async take(count: number, mostBytes = Infinity): Promise<Line[]> {
    const taken: Line[] = [];
    for (let bytes = 0; taken.length < count && bytes < mostBytes;) {
      if (this.next === this.batch.length && !(await this.fill())) break;
      const line = this.batch[this.next++]!;
      bytes += line.length;
      taken.push(line);
    }
    return taken;
  }

  /** The lines of a new block; none at the end. */
  takeBlock(): Promise<Line[]> {
    return this.take(mostEventsOfBlock, mostBytesOfBlock);
  }

  /** Reads to the end and returns the number of lines. */
  async countRest(): Promise<number> {
    let count = this.batch.length - this.next;
    while (await this.fill()) count += this.batch.length;
    this.next = this.batch.length;
    return count;
  }

  /** Closes the source. */
  async close(): Promise<void> {
    await this.batches.return?.();
  }

  private async fill(): Promise<boolean> {
    for (;;) {
      const { value, done } = await this.batches.next();
      if (done) return false;
      this.batch = value;
      this.next = 0;
      if (value.length > 0) return true;
    }
  }
}
