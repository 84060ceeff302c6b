import { open, type FileHandle } from 'node:fs/promises';
import { Writable } from 'node:stream';

/**
 * A log that never ends the process that writes it. What a full disk does not take is dropped, whole chunks of lines, and once there
 * is room again the log says how many lines are missing.
 */
export class LogFile extends Writable {
  private file: FileHandle | null = null;
  private lost = 0;

  constructor(private readonly path: string) {
    super();
    // Each output of each process waits for room with a listener of its own.
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
      // Opened anew: whoever makes room by deleting the log would otherwise get none.
      await this.close();
    }
  }

  /** All of it, or nothing. */
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
