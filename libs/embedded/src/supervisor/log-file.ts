import { open, type FileHandle } from 'node:fs/promises';
import { Writable } from 'node:stream';

/**
 * A log that never ends the process that writes it. On a full disk whole chunks of lines are dropped, and once there is space again the log
 * states the number of missing lines.
 */
export class LogFile extends Writable {
  private file: FileHandle | null = null;
  private lost = 0;

  constructor(private readonly path: string) {
    super();
    // Each output of each process adds its own listener for `drain`.
    this.setMaxListeners(0);
  }

  override _write(lines: Buffer, _encoding: BufferEncoding, done: () => void): void {
    void this.keep(lines).then(done);
  }

  override _final(done: () => void): void {
    void this.close().then(done);
  }

  private async keep(lines: Buffer): Promise<void> {
    try {
      if (this.lost > 0)
        await this.append(Buffer.from(`[log] ${this.lost} lines were lost: they could not be written.\n`));
      this.lost = 0;
      await this.append(lines);
    } catch {
      this.lost += lines.toString('latin1').split('\n').length - 1;
      // The file is opened again, because a deleted log would otherwise free no space.
      await this.close();
    }
  }

  /** Appends all lines or none. */
  private async append(lines: Buffer): Promise<void> {
    this.file ??= await open(this.path, 'a', 0o600);
    let written = 0;
    try {
      while (written < lines.length) written += (await this.file.write(lines, written)).bytesWritten;
    } catch (error) {
      if (written > 0) await this.file.truncate((await this.file.stat()).size - written);
      throw error;
    }
  }

  private async close(): Promise<void> {
    const { file } = this;
    this.file = null;
    await file?.close().catch(() => undefined);
  }
}
